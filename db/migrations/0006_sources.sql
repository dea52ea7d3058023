CREATE TABLE "applied_archives" (
	"name" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"from" date NOT NULL,
	"to" date NOT NULL,
	"md5" text NOT NULL,
	"applied_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "http_validators" (
	"url" text PRIMARY KEY NOT NULL,
	"etag" text,
	"last_modified" text
);
