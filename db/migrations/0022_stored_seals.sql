CREATE TABLE "damaged_texts" (
	"kind" text NOT NULL,
	"place" text COLLATE "C" NOT NULL,
	"identifiant" text COLLATE "C" NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	CONSTRAINT "damaged_texts_kind_place_pk" PRIMARY KEY("kind","place")
);
--> statement-breakpoint
CREATE TABLE "scrubs" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	"texts" integer NOT NULL,
	"mended" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "actualites" ADD COLUMN "seals" jsonb;--> statement-breakpoint
ALTER TABLE "edition_contents" ADD COLUMN "seals" jsonb;--> statement-breakpoint
ALTER TABLE "kept_texts" ADD COLUMN "seals" jsonb;