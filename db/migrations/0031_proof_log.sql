CREATE TABLE "proof_checkpoints" (
	"log" integer NOT NULL,
	"size" bigint NOT NULL,
	"note" text NOT NULL,
	"public_key" text NOT NULL,
	"signed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "proof_checkpoints_log_size_pk" PRIMARY KEY("log","size")
);
--> statement-breakpoint
CREATE TABLE "proof_leaves" (
	"log" integer NOT NULL,
	"rank" bigint NOT NULL,
	"leaf" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"empreinte" text,
	"sequence" bigint,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "proof_leaves_log_rank_pk" PRIMARY KEY("log","rank")
);
--> statement-breakpoint
CREATE TABLE "proof_logs" (
	"id" integer PRIMARY KEY NOT NULL,
	"origin" text NOT NULL,
	"size" bigint NOT NULL,
	"public_key" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "proof_nodes" (
	"log" integer NOT NULL,
	"level" integer NOT NULL,
	"rank" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "proof_nodes_log_level_rank_pk" PRIMARY KEY("log","level","rank")
);
--> statement-breakpoint
CREATE TABLE "proof_timestamps" (
	"log" integer NOT NULL,
	"size" bigint NOT NULL,
	"authority" text NOT NULL,
	"instant" timestamp with time zone NOT NULL,
	"token" "bytea" NOT NULL,
	CONSTRAINT "proof_timestamps_log_size_instant_pk" PRIMARY KEY("log","size","instant")
);
--> statement-breakpoint
CREATE TABLE "source_servers" (
	"empreinte_fichier" text PRIMARY KEY NOT NULL,
	"adresse" text NOT NULL,
	"certificat" text,
	"emetteur" text
);
--> statement-breakpoint
CREATE INDEX "proof_leaves_empreinte" ON "proof_leaves" USING btree ("empreinte");--> statement-breakpoint
CREATE INDEX "proof_leaves_sequence" ON "proof_leaves" USING btree ("sequence");