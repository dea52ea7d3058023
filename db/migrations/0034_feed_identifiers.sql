ALTER TABLE "corpus" ADD COLUMN "feed_until" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "corpus" ADD COLUMN "feed_host" text;--> statement-breakpoint
UPDATE "corpus" SET "feed_until" = "last_sequence";
