CREATE TABLE "embedding_model_parts" (
	"version" text NOT NULL,
	"part" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "embedding_model_parts_version_part_pk" PRIMARY KEY("version","part")
);
--> statement-breakpoint
CREATE TABLE "embedding_models" (
	"version" text PRIMARY KEY NOT NULL,
	"passages" integer NOT NULL,
	"trained_at" timestamp with time zone DEFAULT now() NOT NULL
);
