CREATE TABLE "past_fillings" (
	"version" text PRIMARY KEY NOT NULL,
	"lacking" integer NOT NULL
);
