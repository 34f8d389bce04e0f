-- What drizzle's schema cannot express. The tables are in 0001_initial.sql.

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: a mistake is corrected by another row', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER audit_seals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER ledger_transfers_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER idempotency_keys_append_only BEFORE DELETE OR TRUNCATE ON idempotency_keys FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER resale_orders_never_deleted BEFORE DELETE OR TRUNCATE ON resale_orders FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER resale_trades_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON resale_trades FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER resale_wash_trades_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON resale_wash_trades FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER lot_disposals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON lot_disposals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER investment_refunds_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON investment_refunds FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER investment_releases_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON investment_releases FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER distribution_payouts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON distribution_payouts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER property_versions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON property_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint

-- Leaves room on each page for the new version of a row: an update then needs no change of an index (HOT).
ALTER TABLE "ledger_accounts" SET (fillfactor = 70);--> statement-breakpoint

-- Compressing the runs and events of a batch would cost more than writing the rest of its row.
ALTER TABLE "audit_log" ALTER COLUMN "runs" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "outbox_events" ALTER COLUMN "live_events" SET STORAGE EXTERNAL;--> statement-breakpoint

-- One row for each command run, whether it has an audit row of its own or an entry in the row of its batch.
CREATE VIEW "audit_runs" AS
SELECT "seq", "at", "action", "operation_id", "actor_kind", "actor_id", "subject", "details"
FROM "audit_log" WHERE "runs" IS NULL
UNION ALL
SELECT l."seq", l."at", l."action", r."operation_id", r."actor_kind", r."actor_id", r."subject", r."details"
FROM "audit_log" l
CROSS JOIN LATERAL json_to_recordset(l."runs")
  AS r("operation_id" uuid, "actor_kind" text, "actor_id" text, "subject" text, "details" jsonb)
WHERE l."runs" IS NOT NULL;
