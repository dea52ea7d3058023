CREATE TABLE "consultations" (
	"boi_id" text COLLATE "C" NOT NULL,
	"actualite" text COLLATE "C" NOT NULL,
	"debut" date NOT NULL,
	"fin" date,
	"parties" jsonb,
	"prevaloir" text,
	"definitive_le" date,
	"actualite_definitive" text COLLATE "C",
	CONSTRAINT "consultations_boi_id_actualite_pk" PRIMARY KEY("boi_id","actualite")
);
--> statement-breakpoint
ALTER TABLE "edition_articles" ADD COLUMN "role" text DEFAULT 'cite' NOT NULL;--> statement-breakpoint
ALTER TABLE "edition_articles" ADD COLUMN "occurrences" jsonb;--> statement-breakpoint
ALTER TABLE "journal" ADD COLUMN "portee_deduite" jsonb;--> statement-breakpoint
-- What was stored as announced, and no phrase of the actualité says, was guessed: it moves, with the words it was guessed
-- from. The two lists are those of db/bofip/news/scope.ts on the day of this migration; folded texts keep every character
-- in its place.
WITH announcing("rank", "portee", "place", "says") AS (VALUES
  (1, 'formelle', 'titre', '(?:^|- ?)commentaires modifies sans nouveautes? doctrinales?(?: et mises? a jour formelles?(?: liees?)?)?$'),
  (2, 'formelle', 'titre', '(?:^|- ?)(?:re)?mises? a niveau des (?:documents|commentaires) au plan formel$'),
  (3, 'formelle', 'titre', '(?:^|- ?)(?:mises? a jour|corrections?) (?:purement )?formelles?$'),
  (4, 'formelle', 'texte', '\y(?:cette|la presente|ces|les presentes) (?:nouvelles? )?(?:publications?|mises? a jour|modifications?) ne constitue(?:nt)? pas (?:une |des )?mises? a jour doctrinales?\y'),
  (5, 'formelle', 'texte', '\y(?:cette|la presente|ces|les presentes) (?:nouvelles? )?(?:publications?|mises? a jour|modifications?) (?:est|sont) (?:purement )?formelles?\y'),
  (6, 'fond', 'titre', '(?:^|- ?)(?:mises? a jour doctrinales?|nouveautes? doctrinales?|(?:changements?|evolutions?) (?:de doctrine|doctrinales?))(?: -|$)'),
  (7, 'fond', 'texte', '\yla (?:doctrine|tolerance)\y[^.;\n]{0,160} est rapportee\y'),
  (8, 'fond', 'texte', '\yla doctrine(?: administrative)?\y[^.;\n]{0,160} est (?:precisee|modifiee|completee|amenagee|mise a jour)\y'),
  (9, 'fond', 'texte', '\y(?:une|des) (?:precisions?|nouveautes?|evolutions?) doctrinales? (?:est|sont) apportees?\y'),
  (10, 'fond', 'texte', '\y(?:cette|la presente) (?:publication|mise a jour) (?:constitue|opere|emporte|apporte|comporte) (?:un changement de doctrine|une (?:evolution|nouveaute|mise a jour) doctrinale)\y')
), deducing("rank", "portee", "place", "says") AS (VALUES
  (1, 'formelle', 'titre', '\ysans nouveautes? doctrinales?\y'),
  (2, 'formelle', 'titre', '\yau plan formel\y|\ymises? a jour formelles?\y|\ycorrections? formelles?\y'),
  (3, 'formelle', 'texte', '\yne constitue(?:nt)? pas (?:une |des )?mises? a jour doctrinales?\y|\ysans (?:modification|changement) de (?:fond|doctrine)\y'),
  (4, 'formelle', 'titre', '\yreorganisation structurelle\y'),
  (5, 'fond', 'titre', '\yjurisprudences?\y|\y(?:caa|cjue|cass|arrets?|conseil (?:d''etat|constitutionnel))\y|\(ce\y'),
  (6, 'fond', 'titre', '\yrescrits?\y|\yreponses? (?:ministerielles?|a la question)\y|\yconsultations? publiques?\y|\ypublication definitive\y|\ycommentaires definitifs\y'),
  (7, 'fond', 'titre', '\y(?:lois?|decrets?|ordonnances?|directives?|arretes?|avenants?|circulaires?)\y'),
  (8, 'fond', 'titre', '\y(?:actualisations?|revalorisations?|indexations?|baremes?|taux|seuils?|plafonds?|plafonnements?|tarifs?|tarification|montants?|coefficients?|mises? (?:a jour|en conformite))\y'),
  (9, 'fond', 'titre', '\y(?:abaissements?|abrogations?|alignements?|amenagements?|assouplissements?|augmentations?|creations?|entree en (?:vigueur|fiscalite)|extensions?|modifications?|nouve(?:au|aux|lle|lles|autes)|perennisations?|prolongations?|prorogations?|reformes?|relevements?|remplacements?|renforcements?|simplifications?|suppressions?|transformations?|transpositions?)\y'),
  (10, 'fond', 'titre', '\yprecisions?\y|\ynotions?\y|\ydefinitions?\y'),
  (11, 'fond', 'texte', '\y(?:lois?|decrets?|ordonnances?|directives?|arretes?) (?:de finances|n\u00B0|du \d|ministeriel)|\y(?:conseil d''etat|cour de cassation|cour de justice|cour administrative)\y'),
  (12, 'fond', 'texte', '\y(?:il est (?:precise|admis|considere)|precisions?|precise(?:nt|es?|s)?|actualise(?:es?|s|nt)?|modifie(?:es?|s|nt)?|complete(?:es?|s|nt)?|supprime(?:es?|s|nt)?|mise?s? a jour)\y')
), written AS (
  SELECT "id", p."place", normalize(p."words", NFC) AS "words", lower(translate(normalize(p."words", NFC), 'ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝàáâãäåçèéêëìíîïñòóôõöùúûüýÿ', 'AAAAAACEEEEIIIINOOOOOUUUUYaaaaaaceeeeiiiinooooouuuuyy')) AS "folded"
  FROM "actualites", LATERAL (VALUES ('titre', "titre"), ('texte', "contenu_texte")) AS p("place", "words")
), own AS (
  SELECT "id", "place", "words", CASE WHEN "place" = 'titre' THEN "folded" ELSE
    (regexp_split_to_array("folded", '\y(?:actualite(?:s|\(s\))? liee(?:s|\(s\))?|documents? (?:lie|modifie|cree|supprime|rattache)s?) ?:|\y(?:actualite|document)\(s\) (?:liee|lie|modifie|cree|supprime|rattache)\(s\)'))[1] END AS "folded"
  FROM written
), said AS (
  SELECT o."id", min(a."portee") AS "portee"
  FROM own o JOIN announcing a ON a."place" = o."place" AND o."folded" ~ a."says"
  GROUP BY o."id" HAVING min(a."portee") = max(a."portee")
), guessed AS (
  SELECT DISTINCT ON (o."id") o."id", d."portee", d."says", o."words", o."folded"
  FROM own o JOIN deducing d ON d."place" = o."place" AND o."folded" ~ d."says"
  ORDER BY o."id", d."rank"
), deduced AS (
  SELECT g."id", jsonb_build_object('portee', g."portee", 'indices', (
    SELECT jsonb_agg(substr(g."words", strpos(g."folded", found."word"), length(found."word")) ORDER BY found."first")
    FROM (
      SELECT hit."match"[1] AS "word", min(hit."rank") AS "first"
      FROM regexp_matches(g."folded", '(' || g."says" || ')', 'g') WITH ORDINALITY AS hit("match", "rank")
      GROUP BY 1) AS found)) AS "portee"
  FROM guessed g
)
UPDATE "journal" j SET "portee_annoncee" = NULL,
  "portee_deduite" = coalesce(d."portee", jsonb_build_object('portee', j."portee_annoncee", 'indices', '[]'::jsonb))
FROM "journal" e LEFT JOIN said s ON s."id" = e."actualite" ->> 'id' LEFT JOIN deduced d ON d."id" = e."actualite" ->> 'id'
WHERE e."sequence" = j."sequence" AND j."portee_annoncee" IS NOT NULL AND j."portee_annoncee" IS DISTINCT FROM s."portee";
