CREATE TABLE "actualite_articles" (
	"actualite_id" text COLLATE "C" NOT NULL,
	"code" text NOT NULL,
	"article" text NOT NULL,
	"position" integer NOT NULL,
	"texte" text NOT NULL,
	"etendue" jsonb,
	"precision" text,
	"paragraphes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"mentions" integer DEFAULT 1 NOT NULL,
	"rang" text DEFAULT 'corps' NOT NULL,
	"role" text DEFAULT 'cite' NOT NULL,
	"occurrences" jsonb,
	CONSTRAINT "actualite_articles_actualite_id_position_pk" PRIMARY KEY("actualite_id","position")
);
--> statement-breakpoint
CREATE TABLE "actualite_cited_law" (
	"actualite_id" text COLLATE "C" NOT NULL,
	"position" integer NOT NULL,
	"genre" text NOT NULL,
	"cle" text,
	"article" text,
	"champs" jsonb NOT NULL,
	"rang" text NOT NULL,
	"occurrences" jsonb NOT NULL,
	CONSTRAINT "actualite_cited_law_actualite_id_position_pk" PRIMARY KEY("actualite_id","position")
);
--> statement-breakpoint
ALTER TABLE "actualite_articles" ADD CONSTRAINT "actualite_articles_actualite_id_actualites_id_fk" FOREIGN KEY ("actualite_id") REFERENCES "public"."actualites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "actualite_cited_law" ADD CONSTRAINT "actualite_cited_law_actualite_id_actualites_id_fk" FOREIGN KEY ("actualite_id") REFERENCES "public"."actualites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "actualite_articles_article" ON "actualite_articles" USING btree ("code","article");--> statement-breakpoint
CREATE INDEX "actualite_cited_law_key" ON "actualite_cited_law" USING btree ("genre","cle");