ALTER TABLE "store_debts" ADD COLUMN "is_damaged" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "passage_vectors" ADD COLUMN "seal" text;