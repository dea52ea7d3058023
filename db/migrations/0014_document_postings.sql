CREATE TABLE "document_postings" (
	"version" text NOT NULL,
	"boi_id" text COLLATE "C" NOT NULL,
	"domaine" text COLLATE "C" NOT NULL,
	"hash" text NOT NULL,
	"stems" text NOT NULL,
	"counts" "bytea" NOT NULL,
	"seal" text NOT NULL,
	CONSTRAINT "document_postings_version_boi_id_pk" PRIMARY KEY("version","boi_id")
);
