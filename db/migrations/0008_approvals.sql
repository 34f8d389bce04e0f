CREATE TABLE "approval_decisions" (
	"request_id" uuid PRIMARY KEY NOT NULL,
	"decision" text NOT NULL,
	"decided_by" text NOT NULL,
	"decided_at" timestamp with time zone NOT NULL,
	"reason" text,
	"operation_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "approval_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"command" text NOT NULL,
	"input" jsonb NOT NULL,
	"input_hash" text NOT NULL,
	"subject" text NOT NULL,
	"title" text NOT NULL,
	"facts" jsonb NOT NULL,
	"path" text NOT NULL,
	"reason" text NOT NULL,
	"requested_by" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "approval_requests_expires_later" CHECK ("approval_requests"."expires_at" > "approval_requests"."requested_at")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "admin_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "approval_decisions" ADD CONSTRAINT "approval_decisions_request_id_approval_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."approval_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_decisions" ADD CONSTRAINT "approval_decisions_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_requests" ADD CONSTRAINT "approval_requests_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approval_requests_order" ON "approval_requests" USING btree ("requested_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "approval_requests_input" ON "approval_requests" USING btree ("input_hash","expires_at");--> statement-breakpoint
CREATE INDEX "approval_requests_expires" ON "approval_requests" USING btree ("expires_at");--> statement-breakpoint
UPDATE users SET admin_since = coalesce(
  (SELECT max(at) FROM audit_log
   WHERE action = 'identity.grantAdmin' AND subject = 'user:' || users.id AND details->>'changed' = 'true'), now())
WHERE role = 'admin';--> statement-breakpoint
CREATE TRIGGER approval_requests_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON approval_requests FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER approval_decisions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON approval_decisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
