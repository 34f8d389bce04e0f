CREATE TABLE "receipt_progress" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"audit_seq" bigint NOT NULL,
	CONSTRAINT "receipt_progress_only" CHECK ("receipt_progress"."only")
);
--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "own_mail" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
-- Receipts begin with what is done from now on.
INSERT INTO "receipt_progress" ("audit_seq")
SELECT "seq" FROM "audit_log" ORDER BY "xid" DESC, "seq" DESC LIMIT 1;
