CREATE TABLE "journal" (
	"sequence" bigint PRIMARY KEY NOT NULL,
	"detecte_le" timestamp with time zone,
	"evenement" text NOT NULL,
	"boi_id" text COLLATE "C",
	"titre" text NOT NULL,
	"domaine" text COLLATE "C",
	"type" text,
	"date" date NOT NULL,
	"portee_annoncee" text,
	"portee_texte" text,
	"paragraphes" jsonb NOT NULL,
	"empreinte_avant" text,
	"empreinte_apres" text,
	"actualite" jsonb,
	"documents" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "corpus" ADD COLUMN "last_sequence" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "corpus" ADD COLUMN "derivation" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "journal_boi_id" ON "journal" USING btree ("boi_id");--> statement-breakpoint
UPDATE "corpus" SET "derivation" = coalesce((SELECT max("derivation_version") FROM "editions"), 0);--> statement-breakpoint
-- What is held is what the journal begins with, by date; when it was received is not known, nor are texts compared.
INSERT INTO "journal" ("sequence", "evenement", "boi_id", "titre", "domaine", "type", "date", "paragraphes", "empreinte_avant", "empreinte_apres", "actualite", "documents")
SELECT (extract(epoch FROM now()) * 1000000)::bigint + row_number() OVER (ORDER BY held."date", held."rank", held."boi_id", held."pgp"),
  held."evenement", held."boi_id", held."titre", held."domaine", held."type", held."date", '{"ajoutes":[],"modifies":[],"supprimes":[]}', held."avant", held."apres", held."actualite", held."documents"
FROM (
  SELECT 1 AS "rank", 'edition' AS "evenement", e."boi_id", e."pgp", e."titre", e."domaine", e."type", e."debut_de_validite" AS "date", (
      SELECT w."empreinte" FROM "editions" p JOIN "wordings" w ON w."edition_id" = p."id" AND w."current"
      WHERE p."boi_id" = e."boi_id" AND p."kind" = 'contenu' AND (p."debut_de_validite", p."pgp") < (e."debut_de_validite", e."pgp")
      ORDER BY p."debut_de_validite" DESC, p."pgp" DESC LIMIT 1) AS "avant",
    w."empreinte" AS "apres", NULL::jsonb AS "actualite", '[]'::jsonb AS "documents"
  FROM "editions" e LEFT JOIN "wordings" w ON w."edition_id" = e."id" AND w."current" WHERE e."kind" = 'contenu'
  UNION ALL
  SELECT 2, CASE WHEN d."statut" = 'transfere' AND d."date_mise_a_jour" = c."date" THEN 'transfert' ELSE 'retrait' END, c."boi_id", c."pgp", d."titre", d."domaine", d."type", c."date", (
      SELECT w."empreinte" FROM "editions" p JOIN "wordings" w ON w."edition_id" = p."id" AND w."current"
      WHERE p."boi_id" = c."boi_id" AND p."pgp" = c."pgp" AND p."kind" = 'contenu' AND p."debut_de_validite" <= c."date"
      ORDER BY p."debut_de_validite" DESC LIMIT 1),
    NULL, NULL, '[]'
  FROM "changes" c JOIN "documents" d ON d."boi_id" = c."boi_id" WHERE c."nature" = 'retrait'
  UNION ALL
  SELECT 3, 'actualite', NULL, 0, a."titre", NULL, NULL, a."date", NULL,
    encode(sha256(convert_to(btrim(regexp_replace(normalize(a."contenu_texte", NFC), '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g')), 'UTF8')), 'hex'),
    jsonb_build_object('id', a."id", 'titre', a."titre", 'url', a."url"), coalesce((
      SELECT jsonb_agg(r."target" ORDER BY r."target") FROM "actualite_references" r WHERE r."actualite_id" = a."id"), '[]')
  FROM "actualites" a) AS held;--> statement-breakpoint
UPDATE "corpus" SET "last_sequence" = coalesce((SELECT max("sequence") FROM "journal"), 0);
