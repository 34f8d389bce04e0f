CREATE TABLE "audit_seals" (
	"position" bigint PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "audit_seals_seq" ON "audit_seals" USING btree ("seq");--> statement-breakpoint
CREATE INDEX "audit_log_order" ON "audit_log" USING btree ("xid","seq");