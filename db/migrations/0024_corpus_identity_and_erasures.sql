CREATE TABLE "erasures" (
	"empreinte" text PRIMARY KEY NOT NULL,
	"empreintes" jsonb NOT NULL,
	"reason" text NOT NULL,
	"erased_at" timestamp with time zone NOT NULL,
	"attempted_at" timestamp with time zone,
	"remains" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "corpus" ADD COLUMN "publisher" text;--> statement-breakpoint
ALTER TABLE "journal" ADD COLUMN "champs" jsonb;
--> statement-breakpoint
UPDATE "corpus" SET "publisher" = CASE
	WHEN "source" = 'sample' OR EXISTS (
		SELECT FROM "edition_contents"
		WHERE "contenu_texte" LIKE '%corpus de démonstration rédigé pour le projet%') THEN 'sample'
	ELSE (SELECT substring("url" FROM '^https?://([^/?#]+)') FROM "documents" ORDER BY "boi_id" LIMIT 1) END;--> statement-breakpoint
INSERT INTO "erasures" ("empreinte", "empreintes", "reason", "erased_at", "remains")
	SELECT "empreinte", to_jsonb(array_remove(array_agg(DISTINCT "empreinte") || array_agg(DISTINCT "empreinte_source"), NULL)),
		min("erasure_reason"), min("erased_at"), '["relational", "fulltext", "postings", "vectors"]'
	FROM "wordings" WHERE "erased_at" IS NOT NULL GROUP BY "empreinte";
