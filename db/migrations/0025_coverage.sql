CREATE TABLE "named_archives" (
	"name" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"from" date NOT NULL,
	"to" date NOT NULL
);
--> statement-breakpoint
ALTER TABLE "corpus" ADD COLUMN "coverage" jsonb;--> statement-breakpoint
ALTER TABLE "corpus" ADD COLUMN "surveyed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "exports" ADD COLUMN "until" date;--> statement-breakpoint
UPDATE "exports" SET "until" = "as_of";