CREATE TABLE "edition_cited_law" (
	"edition_id" integer NOT NULL,
	"position" integer NOT NULL,
	"genre" text NOT NULL,
	"cle" text,
	"article" text,
	"champs" jsonb NOT NULL,
	"rang" text NOT NULL,
	"occurrences" jsonb NOT NULL,
	CONSTRAINT "edition_cited_law_edition_id_position_pk" PRIMARY KEY("edition_id","position")
);
--> statement-breakpoint
ALTER TABLE "kept_texts" ADD COLUMN "cited_law" jsonb;--> statement-breakpoint
ALTER TABLE "edition_cited_law" ADD CONSTRAINT "edition_cited_law_edition_id_editions_id_fk" FOREIGN KEY ("edition_id") REFERENCES "public"."editions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "edition_cited_law_key" ON "edition_cited_law" USING btree ("genre","cle");