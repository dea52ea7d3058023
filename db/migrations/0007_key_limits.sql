ALTER TABLE "api_keys" ADD COLUMN "expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "monthly_quota" integer;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "minute_limit" integer;--> statement-breakpoint
ALTER TABLE "key_windows" ADD COLUMN "granted" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "usage_months" ADD COLUMN "granted" integer DEFAULT 0 NOT NULL;