CREATE TABLE "distribution_payments" (
	"distribution_id" text NOT NULL,
	"first_position" integer NOT NULL,
	"last_position" integer NOT NULL,
	"operation_id" uuid NOT NULL,
	"paid_at" timestamp with time zone NOT NULL,
	CONSTRAINT "distribution_payments_distribution_id_first_position_pk" PRIMARY KEY("distribution_id","first_position"),
	CONSTRAINT "distribution_payments_positions" CHECK ("distribution_payments"."first_position" between 1 and "distribution_payments"."last_position")
);
--> statement-breakpoint
ALTER TABLE "distribution_payments" ADD CONSTRAINT "distribution_payments_distribution_id_distributions_id_fk" FOREIGN KEY ("distribution_id") REFERENCES "public"."distributions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "distribution_payments_operation" ON "distribution_payments" USING btree ("operation_id");--> statement-breakpoint
INSERT INTO distribution_payments (distribution_id, first_position, last_position, operation_id, paid_at)
SELECT id, last_position - paid + 1, last_position, operation_id, at
FROM (
  SELECT substr(subject, 14) AS id, (details ->> 'paid')::int AS paid, operation_id, at,
         sum((details ->> 'paid')::int) OVER (PARTITION BY subject ORDER BY seq)::int AS last_position
  FROM audit_log WHERE action = 'distributions.payChunk' AND runs IS NULL) chunk
WHERE paid > 0;
--> statement-breakpoint
CREATE TRIGGER distribution_payments_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON distribution_payments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
