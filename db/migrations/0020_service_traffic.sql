CREATE TABLE "service_traffic" (
	"period" text NOT NULL,
	"start" timestamp with time zone NOT NULL,
	"requests" integer NOT NULL,
	"refusals" integer NOT NULL,
	"faults" integer NOT NULL,
	"durations" integer[] NOT NULL,
	CONSTRAINT "service_traffic_period_start_pk" PRIMARY KEY("period","start")
);
