CREATE TABLE "law_archives" (
	"name" text COLLATE "C" PRIMARY KEY NOT NULL,
	"stamp" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"codes" text DEFAULT '' NOT NULL,
	"empreinte_fichier" text,
	"applied_at" timestamp with time zone,
	"fault" text
);
--> statement-breakpoint
CREATE TABLE "law_files" (
	"path" text COLLATE "C" PRIMARY KEY NOT NULL,
	"legiarti" text COLLATE "C" NOT NULL,
	"code" text NOT NULL,
	"modified_at" timestamp with time zone NOT NULL,
	"record" "bytea",
	"record_hash" text,
	"listed" jsonb NOT NULL,
	"archive" text COLLATE "C" NOT NULL,
	"fault" text
);
--> statement-breakpoint
CREATE TABLE "law_versions" (
	"legiarti" text COLLATE "C" PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"num" text NOT NULL,
	"article" text,
	"article_key" text GENERATED ALWAYS AS (replace("article", '.*', '.')) STORED,
	"etat" text NOT NULL,
	"date_debut" date NOT NULL,
	"date_fin" date,
	"path" text COLLATE "C",
	"section" jsonb NOT NULL,
	"section_id" text,
	"contenu_texte" text,
	"contenu_html" text,
	"nota" text,
	"modifie_par" jsonb NOT NULL,
	"empreinte" text,
	"substance" text,
	"derivation_version" integer NOT NULL,
	"seals" jsonb
);
--> statement-breakpoint
ALTER TABLE "corpus" ADD COLUMN "law" jsonb;--> statement-breakpoint
ALTER TABLE "corpus" ADD COLUMN "law_fault" jsonb;--> statement-breakpoint
CREATE INDEX "law_files_legiarti" ON "law_files" USING btree ("legiarti");--> statement-breakpoint
CREATE INDEX "law_files_listed" ON "law_files" USING gin ("listed" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "law_versions_article" ON "law_versions" USING btree ("code","article_key","date_debut");--> statement-breakpoint
CREATE INDEX "law_versions_start" ON "law_versions" USING btree ("date_debut");--> statement-breakpoint
CREATE INDEX "law_versions_end" ON "law_versions" USING btree ("date_fin");--> statement-breakpoint
CREATE INDEX "law_versions_section" ON "law_versions" USING btree ("section_id");