CREATE TABLE "passage_vectors" (
	"text_hash" text NOT NULL,
	"version" text NOT NULL,
	"components" "bytea",
	"scale" real NOT NULL,
	CONSTRAINT "passage_vectors_version_text_hash_pk" PRIMARY KEY("version","text_hash")
);
--> statement-breakpoint
CREATE TABLE "passages" (
	"edition_id" integer NOT NULL,
	"position" integer NOT NULL,
	"paragraphe" text,
	"section" jsonb NOT NULL,
	"start_offset" integer NOT NULL,
	"end_offset" integer NOT NULL,
	"table_start" integer,
	"table_end" integer,
	"text_hash" text NOT NULL,
	CONSTRAINT "passages_edition_id_position_pk" PRIMARY KEY("edition_id","position")
);
--> statement-breakpoint
ALTER TABLE "corpus" ADD COLUMN "embedder" text;--> statement-breakpoint
ALTER TABLE "passages" ADD CONSTRAINT "passages_edition_id_editions_id_fk" FOREIGN KEY ("edition_id") REFERENCES "public"."editions"("id") ON DELETE no action ON UPDATE no action;