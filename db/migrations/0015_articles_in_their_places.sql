ALTER TABLE "edition_articles" ADD COLUMN "precision" text;--> statement-breakpoint
ALTER TABLE "edition_articles" ADD COLUMN "paragraphes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "edition_articles" ADD COLUMN "mentions" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "edition_articles" ADD COLUMN "rang" text DEFAULT 'corps' NOT NULL;