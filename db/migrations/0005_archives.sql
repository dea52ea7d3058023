CREATE TABLE "edition_pgp_links" (
	"edition_id" integer NOT NULL,
	"pgp" integer NOT NULL,
	"target" text COLLATE "C",
	CONSTRAINT "edition_pgp_links_edition_id_pgp_pk" PRIMARY KEY("edition_id","pgp")
);
--> statement-breakpoint
ALTER TABLE "editions" ADD COLUMN "overruled_hash" text;--> statement-breakpoint
ALTER TABLE "edition_pgp_links" ADD CONSTRAINT "edition_pgp_links_edition_id_editions_id_fk" FOREIGN KEY ("edition_id") REFERENCES "public"."editions"("id") ON DELETE no action ON UPDATE no action;