CREATE TABLE "fulltext_servers" (
	"server" text PRIMARY KEY NOT NULL,
	"wanted" text,
	"generation" text,
	"since" timestamp with time zone,
	"reason" text,
	"is_written" boolean DEFAULT false NOT NULL
);
