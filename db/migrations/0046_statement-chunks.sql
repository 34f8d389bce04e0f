CREATE TABLE "statement_chunks" (
	"month" text NOT NULL,
	"after_id" text NOT NULL,
	"last_id" text NOT NULL,
	CONSTRAINT "statement_chunks_month_after_id_pk" PRIMARY KEY("month","after_id")
);
