-- Archives applied before their members were kept are applied again.
DELETE FROM "applied_archives";--> statement-breakpoint
ALTER TABLE "applied_archives" ADD COLUMN "members" "bytea" NOT NULL;
