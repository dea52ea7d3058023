CREATE TABLE "fillings" (
	"encoder" text PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"passages" integer NOT NULL,
	"missing" integer NOT NULL,
	"since" timestamp with time zone,
	"is_serving" boolean DEFAULT false NOT NULL
);
