CREATE TABLE "closed_accounts" (
	"user_id" text PRIMARY KEY NOT NULL,
	"closed_at" timestamp with time zone NOT NULL,
	"farewell_email" text,
	"closed_again" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "data_exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"status" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"parts_done" integer DEFAULT 0 NOT NULL,
	"parts" integer NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"size" bigint,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "data_exports_parts" CHECK ("data_exports"."parts_done" between 0 and "data_exports"."parts"),
	CONSTRAINT "data_exports_ready" CHECK (("data_exports"."status" = 'ready') = ("data_exports"."size" is not null))
);
--> statement-breakpoint
CREATE TABLE "retained_records" (
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "retained_records_user_id_kind_pk" PRIMARY KEY("user_id","kind")
);
--> statement-breakpoint
ALTER TABLE "closed_accounts" ADD CONSTRAINT "closed_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_exports" ADD CONSTRAINT "data_exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retained_records" ADD CONSTRAINT "retained_records_user_id_closed_accounts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."closed_accounts"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "closed_accounts_farewell" ON "closed_accounts" USING btree ("closed_at") WHERE "closed_accounts"."farewell_email" is not null;--> statement-breakpoint
CREATE INDEX "data_exports_user" ON "data_exports" USING btree ("user_id","requested_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "data_exports_preparing" ON "data_exports" USING btree ("user_id") WHERE "data_exports"."status" = 'preparing';--> statement-breakpoint
CREATE INDEX "data_exports_expires" ON "data_exports" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "retained_records_due" ON "retained_records" USING btree ("ends_at") WHERE "retained_records"."ended_at" is null;--> statement-breakpoint

-- Written by hand from here on: the two openings through which append-only rows about a person are erased.

-- As refuse_change, but for the functions below. They run as the owner of the tables; a server whose role owns none
-- cannot open the way by setting the variable itself.
CREATE FUNCTION refuse_change_but_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'TRUNCATE' AND current_setting('commonhold.erasing', true) = 'on'
    AND current_user = (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = TG_RELID) THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION '% is append-only: a mistake is corrected by another row', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
DROP TRIGGER submission_messages_append_only ON submission_messages;
--> statement-breakpoint
CREATE TRIGGER submission_messages_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON submission_messages FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_but_erasure();
--> statement-breakpoint
DROP TRIGGER submission_confirmations_append_only ON submission_confirmations;
--> statement-breakpoint
CREATE TRIGGER submission_confirmations_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON submission_confirmations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_but_erasure();
--> statement-breakpoint
DROP TRIGGER property_versions_append_only ON property_versions;
--> statement-breakpoint
CREATE TRIGGER property_versions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON property_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_but_erasure();
--> statement-breakpoint
DROP TRIGGER approval_requests_append_only ON approval_requests;
--> statement-breakpoint
CREATE TRIGGER approval_requests_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON approval_requests FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_but_erasure();
--> statement-breakpoint
DROP TRIGGER drawn_documents_append_only ON drawn_documents;
--> statement-breakpoint
CREATE TRIGGER drawn_documents_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON drawn_documents FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_but_erasure();
--> statement-breakpoint
DROP TRIGGER share_certificates_append_only ON share_certificates;
--> statement-breakpoint
CREATE TRIGGER share_certificates_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON share_certificates FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_but_erasure();
--> statement-breakpoint

-- Erases what append-only rows say of somebody whose account is closed, and that no law has us keep.
CREATE FUNCTION erase_closed_account(person text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM closed_accounts WHERE user_id = person) THEN
    RAISE EXCEPTION 'the account of % is not closed', person USING ERRCODE = 'restrict_violation';
  END IF;
  PERFORM set_config('commonhold.erasing', 'on', true);
  DELETE FROM submission_confirmations c USING submissions s
    WHERE s.id = c.submission_id AND s.owner_id = person AND s.status = 'rejected';
  DELETE FROM submission_messages m USING submissions s
    WHERE s.id = m.submission_id AND s.owner_id = person AND s.status = 'rejected';
  DELETE FROM property_versions v USING properties p
    WHERE p.id = v.property_id AND p.owner_id = person AND p.approved_at IS NULL;
  UPDATE approval_requests r
    SET title = 'A request about an account that is closed', facts = '[]', reason = 'Erased with the account',
        input = r.input - 'reason'
    WHERE r.subject = 'user:' || person OR r.input ->> 'userId' = person
      OR r.subject IN (SELECT 'transfer:' || t.id FROM bank_transfers t WHERE t.user_id = person);
  PERFORM set_config('commonhold.erasing', '', true);
END $$;
--> statement-breakpoint

-- Erases the tax records of a closed account, at the end of the time for which they have to be kept.
CREATE FUNCTION erase_tax_records(person text, moment timestamptz) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM retained_records WHERE user_id = person AND kind = 'tax' AND ends_at <= moment) THEN
    RAISE EXCEPTION 'the tax records of % have to be kept', person USING ERRCODE = 'restrict_violation';
  END IF;
  PERFORM set_config('commonhold.erasing', 'on', true);
  DELETE FROM drawn_documents WHERE user_id = person;
  DELETE FROM share_certificates WHERE user_id = person;
  PERFORM set_config('commonhold.erasing', '', true);
END $$;
