ALTER TABLE "kept_texts" ADD COLUMN "wording_id" integer;--> statement-breakpoint
ALTER TABLE "kept_texts" ADD CONSTRAINT "kept_texts_wording_id_wordings_id_fk" FOREIGN KEY ("wording_id") REFERENCES "public"."wordings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "kept_texts_wording" ON "kept_texts" USING btree ("wording_id");