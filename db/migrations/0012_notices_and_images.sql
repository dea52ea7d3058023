ALTER TABLE "edition_contents" ADD COLUMN "reserves" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "edition_contents" ADD COLUMN "images" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "editions" ADD COLUMN "avis" text;--> statement-breakpoint
ALTER TABLE "editions" ADD COLUMN "transferts" jsonb DEFAULT '[]'::jsonb NOT NULL;