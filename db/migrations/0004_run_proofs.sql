ALTER TABLE "runs" ADD COLUMN "scheduled_for" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "stages" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "proof" jsonb;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_scheduled_for_unique" UNIQUE("scheduled_for");