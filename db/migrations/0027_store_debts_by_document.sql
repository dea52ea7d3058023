CREATE TABLE "owed_documents" (
	"store" text NOT NULL,
	"boi_id" text COLLATE "C" NOT NULL,
	"mark" text,
	"revision" integer NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "owed_documents_store_boi_id_pk" PRIMARY KEY("store","boi_id")
);
--> statement-breakpoint
CREATE TABLE "store_generations" (
	"store" text PRIMARY KEY NOT NULL,
	"generation" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "store_debts" ADD COLUMN "documents" integer DEFAULT 0 NOT NULL;