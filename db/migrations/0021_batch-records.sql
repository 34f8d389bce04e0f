ALTER TABLE "audit_log" ADD COLUMN "runs" json;--> statement-breakpoint
ALTER TABLE "outbox_events" ADD COLUMN "told" json;--> statement-breakpoint
-- Compressing what a batch did would cost more than all else of its row.
ALTER TABLE "audit_log" ALTER COLUMN "runs" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "outbox_events" ALTER COLUMN "told" SET STORAGE EXTERNAL;--> statement-breakpoint
-- What each command did, whether it has a row of its own or an entry in the row of its batch.
CREATE VIEW "audit_runs" AS
SELECT "seq", "at", "action", "operation_id", "actor_kind", "actor_id", "subject", "details"
FROM "audit_log" WHERE "runs" IS NULL
UNION ALL
SELECT l."seq", l."at", l."action", r."operation_id", r."actor_kind", r."actor_id", r."subject", r."details"
FROM "audit_log" l
CROSS JOIN LATERAL json_to_recordset(l."runs")
  AS r("operation_id" uuid, "actor_kind" text, "actor_id" text, "subject" text, "details" jsonb)
WHERE l."runs" IS NOT NULL;
