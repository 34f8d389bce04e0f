CREATE TABLE "audit_unsealed" (
	"seq" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox_head" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"position" bigint NOT NULL,
	CONSTRAINT "outbox_head_only" CHECK ("outbox_head"."only")
);
--> statement-breakpoint
CREATE TABLE "outbox_positions" (
	"position" bigint PRIMARY KEY NOT NULL,
	"event_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox_unsequenced" (
	"id" bigint NOT NULL
);
--> statement-breakpoint
-- Earlier events get their positions in the order in which they were read: by transaction and number.
INSERT INTO outbox_positions (position, event_id)
SELECT row_number() OVER (ORDER BY xid, id), id FROM outbox_events;--> statement-breakpoint
INSERT INTO outbox_head (position) SELECT count(*) FROM outbox_positions;--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_positions_event" ON "outbox_positions" USING btree ("event_id");--> statement-breakpoint
ALTER TABLE "analytics_totals" ADD COLUMN "position" bigint;--> statement-breakpoint
-- The figures of a restored backup have counted nothing here: without the row they are computed again.
DELETE FROM analytics_totals WHERE xid = '0';--> statement-breakpoint
UPDATE analytics_totals t SET position = (
  SELECT count(*) FROM outbox_events o WHERE (o.xid, o.id) <= (t.xid::xid8, t.event_id)
);--> statement-breakpoint
ALTER TABLE "analytics_totals" ALTER COLUMN "position" SET NOT NULL;--> statement-breakpoint
-- Audit rows that were not sealed yet are sealed in the order in which receipts have read them. One that was added by hand,
-- before the last sealed row, stays without a seal, so that it is named.
DO $$
DECLARE
  last audit_seals;
  found record;
BEGIN
  SELECT * INTO last FROM audit_seals ORDER BY position DESC LIMIT 1;
  FOR found IN
    SELECT a.seq, json_build_array(a.seq, a.operation_id,
             to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
             a.action, a.actor_kind, a.actor_id, a.subject, a.details)::text AS content
    FROM audit_log a
    WHERE NOT EXISTS (SELECT 1 FROM audit_seals s WHERE s.seq = a.seq)
      AND a.xid >= coalesce((SELECT b.xid FROM audit_log b WHERE b.seq = last.seq), '0'::xid8)
    ORDER BY a.xid, a.seq
  LOOP
    last.position := coalesce(last.position, 0) + 1;
    last.seq := found.seq;
    last.hash := encode(sha256(convert_to(coalesce(last.hash, '') || found.content, 'UTF8')), 'hex');
    INSERT INTO audit_seals (position, seq, hash) VALUES (last.position, last.seq, last.hash);
  END LOOP;
END $$;--> statement-breakpoint
DROP INDEX "audit_log_order";--> statement-breakpoint
DROP INDEX "outbox_events_order";--> statement-breakpoint
ALTER TABLE "analytics_totals" DROP COLUMN "xid";--> statement-breakpoint
ALTER TABLE "analytics_totals" DROP COLUMN "event_id";--> statement-breakpoint
ALTER TABLE "audit_log" DROP COLUMN "xid";--> statement-breakpoint
ALTER TABLE "outbox_events" DROP COLUMN "xid";