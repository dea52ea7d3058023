ALTER TABLE "wordings" ADD COLUMN "date_source" date;--> statement-breakpoint
ALTER TABLE "wordings" ADD COLUMN "shown_from" date;--> statement-breakpoint
ALTER TABLE "wordings" ADD COLUMN "shown_until" date;--> statement-breakpoint
-- The day of an archive is the last that it covers, that of an export the one that it was held under. What was held before
-- files were kept has no day until a source shows it again; the next run finds until when the others were shown.
UPDATE "wordings" w SET
	"date_source" = coalesce((SELECT a."to" FROM "applied_archives" a WHERE a."name" = w."fichier"), left(w."source_order", 10)::date),
	"shown_from" = left(w."source_order", 10)::date,
	"shown_until" = left(w."source_order", 10)::date
WHERE w."fichier" IS NOT NULL;
