CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone NOT NULL,
	"requested_by" text,
	"invariants" integer NOT NULL,
	"broken" integer NOT NULL,
	"drift" jsonb NOT NULL,
	"books" jsonb NOT NULL,
	"operation_id" uuid NOT NULL,
	CONSTRAINT "verifications_order" CHECK ("verifications"."finished_at" >= "verifications"."started_at"),
	CONSTRAINT "verifications_broken" CHECK ("verifications"."broken" between 0 and "verifications"."invariants")
);
--> statement-breakpoint
CREATE TABLE "register_releases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"property_id" integer NOT NULL,
	"record_at" timestamp with time zone NOT NULL,
	"purpose" text NOT NULL,
	"released_by" text NOT NULL,
	"released_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"operation_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "set_aside_reason" text;--> statement-breakpoint
ALTER TABLE "register_releases" ADD CONSTRAINT "register_releases_property_id_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."properties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "register_releases" ADD CONSTRAINT "register_releases_released_by_users_id_fk" FOREIGN KEY ("released_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "verifications_latest" ON "verifications" USING btree ("finished_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "register_releases_latest" ON "register_releases" USING btree ("released_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at","seq");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","at","seq");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","at","seq") WHERE "audit_log"."runs" is null;--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject","at","seq") WHERE "audit_log"."runs" is null;--> statement-breakpoint
CREATE INDEX "jobs_set_aside" ON "jobs" USING btree ("finished_at") WHERE "jobs"."status" = 'set_aside';--> statement-breakpoint
CREATE INDEX "bank_transfers_settled" ON "bank_transfers" USING btree ("settled_at") WHERE "bank_transfers"."status" = 'completed';--> statement-breakpoint
CREATE INDEX "bank_transfers_unsettled" ON "bank_transfers" USING btree ("id") WHERE "bank_transfers"."status" in ('pending', 'held');
--> statement-breakpoint
CREATE FUNCTION audit_terms(runs json) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_agg(DISTINCT t.term)
  FROM json_to_recordset(runs) AS r(actor_id text, subject text)
  CROSS JOIN LATERAL (VALUES (r.actor_id), (r.subject)) AS t(term)
$$;
--> statement-breakpoint
CREATE INDEX audit_log_terms ON audit_log USING gin (audit_terms(runs)) WHERE runs IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER verifications_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON verifications FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER register_releases_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON register_releases FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
