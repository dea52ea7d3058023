CREATE TABLE "edition_tables" (
	"edition_id" integer NOT NULL,
	"rang" integer NOT NULL,
	"paragraphe" text,
	"section" jsonb NOT NULL,
	"titre" text,
	"intitules" jsonb NOT NULL,
	"lignes" integer NOT NULL,
	CONSTRAINT "edition_tables_edition_id_rang_pk" PRIMARY KEY("edition_id","rang")
);
--> statement-breakpoint
ALTER TABLE "edition_tables" ADD CONSTRAINT "edition_tables_edition_id_editions_id_fk" FOREIGN KEY ("edition_id") REFERENCES "public"."editions"("id") ON DELETE no action ON UPDATE no action;