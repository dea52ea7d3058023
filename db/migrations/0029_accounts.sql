CREATE TABLE "account_refusals" (
	"account_id" integer NOT NULL,
	"day" date NOT NULL,
	"code" text NOT NULL,
	"refusals" integer NOT NULL,
	CONSTRAINT "account_refusals_account_id_day_code_pk" PRIMARY KEY("account_id","day","code")
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "account_id" integer;--> statement-breakpoint
ALTER TABLE "account_refusals" ADD CONSTRAINT "account_refusals_account_id_api_keys_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."api_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_account_id_api_keys_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."api_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_account_id_index" ON "api_keys" USING btree ("account_id");