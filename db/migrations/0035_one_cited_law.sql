-- Before anything else: a process of 1.5.0 that is writing an edition has read these tables first, so none holds what
-- this waits for. What it writes afterwards goes through the views.
LOCK TABLE "edition_articles", "edition_cited_law", "actualite_articles", "actualite_cited_law" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
CREATE TABLE "cited_law" (
	"edition_id" integer,
	"actualite_id" text COLLATE "C",
	"genre" text NOT NULL,
	"position" integer NOT NULL,
	"cle" text,
	"article" text,
	"champs" jsonb NOT NULL,
	"rang" text NOT NULL,
	"occurrences" jsonb NOT NULL,
	"mentions" integer GENERATED ALWAYS AS (jsonb_array_length("occurrences")) STORED NOT NULL,
	CONSTRAINT "cited_law_source" CHECK (num_nonnulls("edition_id", "actualite_id") = 1)
);
--> statement-breakpoint
-- The text, the precision, the § and the count of mentions of an article are those of its occurrences. Only an edition
-- whose record is damaged still has articles derived before occurrences were recorded: they are as many, in the same §.
INSERT INTO "cited_law" ("edition_id", "actualite_id", "genre", "position", "cle", "article", "champs", "rang", "occurrences")
SELECT "edition_id", "actualite_id", 'article', "position", "code", "article", jsonb_build_object('role', "role", 'etendue', "etendue"), "rang", coalesce("occurrences", (
  SELECT jsonb_agg(jsonb_build_object('paragraphe', "paragraphes" -> "rank", 'precision', CASE WHEN "rank" = 0 THEN "precision" END, 'texte', "texte") ORDER BY "rank")
  FROM generate_series(0, greatest("mentions", jsonb_array_length("paragraphes"), 1) - 1) AS each("rank")))
FROM (
  SELECT "edition_id", NULL AS "actualite_id", "code", "article", "position", "texte", "etendue", "precision", "paragraphes", "mentions", "rang", "role", "occurrences" FROM "edition_articles"
  UNION ALL
  SELECT NULL, "actualite_id", "code", "article", "position", "texte", "etendue", "precision", "paragraphes", "mentions", "rang", "role", "occurrences" FROM "actualite_articles"
) AS "articles"
UNION ALL
SELECT "edition_id", NULL, "genre", "position", "cle", "article", "champs", "rang", "occurrences" FROM "edition_cited_law"
UNION ALL
SELECT NULL, "actualite_id", "genre", "position", "cle", "article", "champs", "rang", "occurrences" FROM "actualite_cited_law";--> statement-breakpoint
DROP TABLE "actualite_articles";--> statement-breakpoint
DROP TABLE "actualite_cited_law";--> statement-breakpoint
DROP TABLE "edition_cited_law";--> statement-breakpoint
DROP TABLE "edition_articles";--> statement-breakpoint
ALTER TABLE "cited_law" ADD CONSTRAINT "cited_law_edition_id_editions_id_fk" FOREIGN KEY ("edition_id") REFERENCES "public"."editions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cited_law" ADD CONSTRAINT "cited_law_actualite_id_actualites_id_fk" FOREIGN KEY ("actualite_id") REFERENCES "public"."actualites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "cited_law_edition" ON "cited_law" USING btree ("edition_id","genre","position");--> statement-breakpoint
CREATE UNIQUE INDEX "cited_law_actualite" ON "cited_law" USING btree ("actualite_id","genre","position") WHERE "actualite_id" is not null;--> statement-breakpoint
CREATE INDEX "cited_law_key" ON "cited_law" USING btree ("genre","cle","article");--> statement-breakpoint
CREATE INDEX "cited_law_ranges" ON "cited_law" USING btree ("cle") WHERE "champs" ->> 'etendue' is not null;--> statement-breakpoint
-- PGlite would plan without it until the next run.
ANALYZE "cited_law";--> statement-breakpoint
-- 1.5.0 reads and writes in the names that it knows.
CREATE VIEW "edition_articles" AS
SELECT "edition_id", "cle" AS "code", "article", "position", "occurrences" -> 0 ->> 'texte' AS "texte", nullif("champs" -> 'etendue', 'null') AS "etendue", "occurrences" -> 0 ->> 'precision' AS "precision", (
  SELECT coalesce(jsonb_agg("numero" ORDER BY "first"), '[]')
  FROM (
    SELECT "place" -> 'paragraphe' AS "numero", min("rank") AS "first"
    FROM jsonb_array_elements("occurrences") WITH ORDINALITY AS named("place", "rank")
    WHERE "place" ->> 'paragraphe' IS NOT NULL GROUP BY 1) AS each) AS "paragraphes", "mentions", "rang", "champs" ->> 'role' AS "role", "occurrences"
FROM "cited_law" WHERE "genre" = 'article' AND "edition_id" IS NOT NULL;--> statement-breakpoint
CREATE RULE "edition_articles_insert" AS ON INSERT TO "edition_articles" DO INSTEAD
INSERT INTO "cited_law" ("edition_id", "genre", "position", "cle", "article", "champs", "rang", "occurrences")
VALUES (NEW."edition_id", 'article', NEW."position", NEW."code", NEW."article", jsonb_build_object('role', NEW."role", 'etendue', NEW."etendue"), NEW."rang", NEW."occurrences");--> statement-breakpoint
CREATE VIEW "edition_cited_law" AS
SELECT "edition_id", "position", "genre", "cle", "article", "champs", "rang", "occurrences"
FROM "cited_law" WHERE "genre" <> 'article' AND "edition_id" IS NOT NULL;
