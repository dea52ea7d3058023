CREATE TABLE "kept_sources" (
	"wording_id" integer PRIMARY KEY NOT NULL,
	"raw" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "kept_texts" (
	"edition_id" integer NOT NULL,
	"empreinte" text NOT NULL,
	"derivation_version" integer NOT NULL,
	"contenu_html" text NOT NULL,
	"contenu_texte" text NOT NULL,
	"paragraphes" jsonb NOT NULL,
	"reserves" jsonb NOT NULL,
	"images" jsonb NOT NULL,
	"cited_documents" jsonb NOT NULL,
	"cited_articles" jsonb NOT NULL,
	CONSTRAINT "kept_texts_edition_id_empreinte_derivation_version_pk" PRIMARY KEY("edition_id","empreinte","derivation_version")
);
--> statement-breakpoint
CREATE TABLE "wordings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wordings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"edition_id" integer NOT NULL,
	"source_kind" text NOT NULL,
	"source_order" text COLLATE "C" NOT NULL,
	"titre" text NOT NULL,
	"empreinte" text NOT NULL,
	"empreinte_source" text,
	"recue_le" timestamp with time zone,
	"fichier" text,
	"empreinte_fichier" text,
	"derivation_version" integer NOT NULL,
	"current" boolean NOT NULL,
	"erased_at" timestamp with time zone,
	"erasure_reason" text
);
--> statement-breakpoint
ALTER TABLE "editions" ADD COLUMN "fin_constatee" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "editions" ADD COLUMN "attested_until" date;--> statement-breakpoint
ALTER TABLE "kept_sources" ADD CONSTRAINT "kept_sources_wording_id_wordings_id_fk" FOREIGN KEY ("wording_id") REFERENCES "public"."wordings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kept_texts" ADD CONSTRAINT "kept_texts_edition_id_editions_id_fk" FOREIGN KEY ("edition_id") REFERENCES "public"."editions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wordings" ADD CONSTRAINT "wordings_edition_id_editions_id_fk" FOREIGN KEY ("edition_id") REFERENCES "public"."editions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "kept_texts_empreinte" ON "kept_texts" USING btree ("empreinte");--> statement-breakpoint
CREATE INDEX "wordings_edition" ON "wordings" USING btree ("edition_id");--> statement-breakpoint
CREATE INDEX "wordings_empreinte" ON "wordings" USING btree ("empreinte");--> statement-breakpoint
CREATE INDEX "wordings_empreinte_source" ON "wordings" USING btree ("empreinte_source");--> statement-breakpoint
-- What is stored becomes the first wording of its edition. When it was received is not known, nor the day that its
-- source showed: it comes before any other. The expression is that of db/bofip/fingerprint.ts.
INSERT INTO "wordings" ("edition_id", "source_kind", "source_order", "titre", "empreinte", "derivation_version", "current")
SELECT e."id", e."source_kind", e."debut_de_validite"::text, e."titre", encode(sha256(convert_to(btrim(regexp_replace(normalize(c."contenu_texte", NFC), '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g')), 'UTF8')), 'hex'), e."derivation_version", true
FROM "editions" e JOIN "edition_contents" c ON c."edition_id" = e."id" ORDER BY e."id";
