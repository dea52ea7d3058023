CREATE TABLE "actualite_references" (
	"actualite_id" text COLLATE "C" NOT NULL,
	"target" text COLLATE "C" NOT NULL,
	CONSTRAINT "actualite_references_actualite_id_target_pk" PRIMARY KEY("actualite_id","target")
);
--> statement-breakpoint
CREATE TABLE "actualites" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"titre" text NOT NULL,
	"date" date NOT NULL,
	"serie" text COLLATE "C",
	"division" text,
	"url" text NOT NULL,
	"contenu_html" text NOT NULL,
	"contenu_texte" text NOT NULL,
	"raw" "bytea" NOT NULL,
	"record_hash" text NOT NULL,
	"source_hash" text NOT NULL,
	"derivation_version" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "changes" (
	"boi_id" text COLLATE "C" NOT NULL,
	"date" date NOT NULL,
	"nature" text NOT NULL,
	"pgp" integer NOT NULL,
	CONSTRAINT "changes_boi_id_date_nature_pgp_pk" PRIMARY KEY("boi_id","date","nature","pgp")
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"boi_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"edition_id" integer NOT NULL,
	"titre" text NOT NULL,
	"type" text NOT NULL,
	"domaine" text COLLATE "C" NOT NULL,
	"division" text,
	"statut" text NOT NULL,
	"transfere_vers" text COLLATE "C",
	"date_publication" date NOT NULL,
	"date_mise_a_jour" date,
	"url" text NOT NULL,
	CONSTRAINT "documents_edition" UNIQUE("edition_id")
);
--> statement-breakpoint
CREATE TABLE "edition_articles" (
	"edition_id" integer NOT NULL,
	"code" text NOT NULL,
	"article" text NOT NULL,
	"position" integer NOT NULL,
	"texte" text NOT NULL,
	CONSTRAINT "edition_articles_edition_id_code_article_pk" PRIMARY KEY("edition_id","code","article")
);
--> statement-breakpoint
CREATE TABLE "edition_contents" (
	"edition_id" integer PRIMARY KEY NOT NULL,
	"contenu_html" text NOT NULL,
	"contenu_texte" text NOT NULL,
	"paragraphes" jsonb NOT NULL,
	"raw" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "edition_references" (
	"edition_id" integer NOT NULL,
	"target" text COLLATE "C" NOT NULL,
	"position" integer NOT NULL,
	"paragraphe" text,
	"mentions" integer NOT NULL,
	CONSTRAINT "edition_references_edition_id_target_pk" PRIMARY KEY("edition_id","target")
);
--> statement-breakpoint
CREATE TABLE "editions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "editions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"boi_id" text COLLATE "C" NOT NULL,
	"debut_de_validite" date NOT NULL,
	"pgp" integer NOT NULL,
	"kind" text NOT NULL,
	"transfere_vers" text COLLATE "C",
	"titre" text NOT NULL,
	"type" text NOT NULL,
	"domaine" text COLLATE "C" NOT NULL,
	"division" text,
	"url" text NOT NULL,
	"source_kind" text NOT NULL,
	"record_hash" text NOT NULL,
	"source_hash" text NOT NULL,
	"derivation_version" integer NOT NULL,
	"text_hash" text NOT NULL,
	"statut" text NOT NULL,
	"date_fin" date,
	"current" boolean NOT NULL,
	CONSTRAINT "editions_key" UNIQUE("boi_id","debut_de_validite","pgp")
);
--> statement-breakpoint
CREATE TABLE "plan_nodes" (
	"chemin" text COLLATE "C" PRIMARY KEY NOT NULL,
	"parent" text COLLATE "C" NOT NULL,
	"segment" text COLLATE "C" NOT NULL,
	"titre" text NOT NULL,
	"documents" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "absences" (
	"boi_id" text COLLATE "C" NOT NULL,
	"since" date NOT NULL,
	CONSTRAINT "absences_boi_id_since_pk" PRIMARY KEY("boi_id","since")
);
--> statement-breakpoint
CREATE TABLE "corpus" (
	"id" integer DEFAULT 1 NOT NULL,
	"source" text,
	"revision" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "corpus_id_pk" PRIMARY KEY("id")
);
--> statement-breakpoint
CREATE TABLE "export_members" (
	"hash" text PRIMARY KEY NOT NULL,
	"members" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "exports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"as_of" date NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"members_hash" text NOT NULL,
	CONSTRAINT "exports_order" UNIQUE("as_of","issued_at")
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"status" text NOT NULL,
	"stage" text,
	"progress" jsonb,
	"source" text NOT NULL,
	"as_of" date,
	"forced" boolean NOT NULL,
	"counts" jsonb NOT NULL,
	"errors" jsonb NOT NULL,
	"message" text
);
--> statement-breakpoint
CREATE TABLE "store_debts" (
	"store" text PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"reason" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "api_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"plan" text COLLATE "C" NOT NULL,
	"visible_start" text COLLATE "C" NOT NULL,
	"hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "api_keys_visible_start_unique" UNIQUE("visible_start"),
	CONSTRAINT "api_keys_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "key_windows" (
	"key_id" integer PRIMARY KEY NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	"current" integer NOT NULL,
	"previous" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"code" text COLLATE "C" PRIMARY KEY NOT NULL,
	"monthly_quota" integer,
	"minute_limit" integer NOT NULL,
	"semantic" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "usage_days" (
	"key_id" integer NOT NULL,
	"day" date NOT NULL,
	"used" integer NOT NULL,
	CONSTRAINT "usage_days_key_id_day_pk" PRIMARY KEY("key_id","day")
);
--> statement-breakpoint
CREATE TABLE "usage_months" (
	"key_id" integer NOT NULL,
	"month" date NOT NULL,
	"used" integer NOT NULL,
	CONSTRAINT "usage_months_key_id_month_pk" PRIMARY KEY("key_id","month")
);
--> statement-breakpoint
ALTER TABLE "actualite_references" ADD CONSTRAINT "actualite_references_actualite_id_actualites_id_fk" FOREIGN KEY ("actualite_id") REFERENCES "public"."actualites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_edition_id_editions_id_fk" FOREIGN KEY ("edition_id") REFERENCES "public"."editions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edition_articles" ADD CONSTRAINT "edition_articles_edition_id_editions_id_fk" FOREIGN KEY ("edition_id") REFERENCES "public"."editions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edition_contents" ADD CONSTRAINT "edition_contents_edition_id_editions_id_fk" FOREIGN KEY ("edition_id") REFERENCES "public"."editions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edition_references" ADD CONSTRAINT "edition_references_edition_id_editions_id_fk" FOREIGN KEY ("edition_id") REFERENCES "public"."editions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_members_hash_export_members_hash_fk" FOREIGN KEY ("members_hash") REFERENCES "public"."export_members"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_plan_plans_code_fk" FOREIGN KEY ("plan") REFERENCES "public"."plans"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_windows" ADD CONSTRAINT "key_windows_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_days" ADD CONSTRAINT "usage_days_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_months" ADD CONSTRAINT "usage_months_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "actualite_references_target" ON "actualite_references" USING btree ("target");--> statement-breakpoint
CREATE INDEX "changes_date" ON "changes" USING btree ("date" DESC NULLS LAST,"boi_id");--> statement-breakpoint
CREATE INDEX "documents_domaine" ON "documents" USING btree ("domaine","statut");--> statement-breakpoint
CREATE INDEX "edition_articles_article" ON "edition_articles" USING btree ("code","article");--> statement-breakpoint
CREATE INDEX "edition_references_target" ON "edition_references" USING btree ("target");--> statement-breakpoint
CREATE INDEX "editions_pgp" ON "editions" USING btree ("pgp");--> statement-breakpoint
CREATE INDEX "editions_derivation" ON "editions" USING btree ("derivation_version");--> statement-breakpoint
CREATE INDEX "plan_nodes_parent" ON "plan_nodes" USING btree ("parent");--> statement-breakpoint
CREATE INDEX "runs_status" ON "runs" USING btree ("status","ended_at");