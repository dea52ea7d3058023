-- The plans of the contract; an operator may change the numbers or add plans in place.
INSERT INTO "plans" ("code", "monthly_quota", "minute_limit", "semantic") VALUES
  ('gratuit', 1000, 60, false),
  ('pro', 30000, 300, true),
  ('interne', NULL, 6000, true);
--> statement-breakpoint
INSERT INTO "corpus" ("id", "source", "revision") VALUES (1, NULL, 0);
--> statement-breakpoint
-- Already compressed: Postgres need not try again.
ALTER TABLE "edition_contents" ALTER COLUMN "raw" SET STORAGE EXTERNAL;
--> statement-breakpoint
ALTER TABLE "actualites" ALTER COLUMN "raw" SET STORAGE EXTERNAL;
--> statement-breakpoint
ALTER TABLE "export_members" ALTER COLUMN "members" SET STORAGE EXTERNAL;
--> statement-breakpoint
-- Compressing 1 MB of text holds PGlite for 30 ms, writing it as it is for 12.
ALTER TABLE "edition_contents" ALTER COLUMN "contenu_html" SET STORAGE EXTERNAL;
--> statement-breakpoint
ALTER TABLE "edition_contents" ALTER COLUMN "contenu_texte" SET STORAGE EXTERNAL;
