CREATE TABLE "person_keys" (
	"user_id" text PRIMARY KEY NOT NULL,
	"key_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_texts" (
	"operation_id" uuid NOT NULL,
	"field" text NOT NULL,
	"salt" text,
	"text" text,
	"erased_for" text,
	CONSTRAINT "audit_texts_pk" PRIMARY KEY("operation_id","field"),
	CONSTRAINT "audit_texts_erased" CHECK (("audit_texts"."text" is null) = ("audit_texts"."erased_for" is not null) and ("audit_texts"."text" is null) = ("audit_texts"."salt" is null))
);
--> statement-breakpoint
ALTER TABLE "person_keys" ADD CONSTRAINT "person_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint

-- Written by hand from here on: texts that admins typed are erased with the account that they are about.
CREATE TRIGGER audit_texts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_texts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_but_erasure();
--> statement-breakpoint
DROP TRIGGER approval_decisions_append_only ON approval_decisions;
--> statement-breakpoint
CREATE TRIGGER approval_decisions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON approval_decisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_but_erasure();
--> statement-breakpoint

-- Erases the texts about somebody whose account is being closed, those that name them, and their copies on screens. Called
-- while the account still has its name.
CREATE FUNCTION erase_texts_about(person text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  erased CONSTANT text := 'Erased with the account';
  names text[];
  one record;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM closed_accounts WHERE user_id = person) THEN
    RAISE EXCEPTION 'the account of % is not closed', person USING ERRCODE = 'restrict_violation';
  END IF;
  SELECT coalesce(array_agg(lower(name)), '{}') INTO names FROM (
    SELECT first_name || ' ' || last_name AS name FROM users WHERE id = person
    UNION SELECT email FROM users WHERE id = person
    UNION SELECT first_name || ' ' || last_name FROM kyc_applications WHERE user_id = person) known
  WHERE length(name) > 3;
  PERFORM set_config('commonhold.erasing', 'on', true);
  FOR one IN
    SELECT t.operation_id, t.field, t.text, a.subject
    FROM audit_texts t JOIN audit_log a ON a.operation_id = t.operation_id
    WHERE t.text IS NOT NULL AND (
      a.subject IN ('user:' || person, 'kyc:' || person)
      OR a.subject IN (SELECT 'transfer:' || b.id FROM bank_transfers b WHERE b.user_id = person)
      OR a.subject IN (SELECT 'submission:' || s.id FROM submissions s WHERE s.owner_id = person)
      OR a.subject IN (SELECT 'property:' || p.id FROM properties p WHERE p.owner_id = person)
      OR a.subject IN (SELECT 'document:' || d.id FROM property_documents d WHERE d.uploaded_by = person)
      OR a.subject IN (SELECT 'valuation:' || v.id FROM valuations v WHERE v.filed_by = person)
      OR EXISTS (SELECT 1 FROM unnest(names) name WHERE strpos(lower(t.text), name) > 0))
  LOOP
    UPDATE notifications SET message = replace(message, one.text, erased)
      WHERE (user_id IN (SELECT id FROM users WHERE role = 'admin') OR user_id = substring(one.subject FROM '^user:(.*)$'))
        AND strpos(message, one.text) > 0;
    UPDATE frozen_accounts SET reason = erased
      WHERE user_id = substring(one.subject FROM '^user:(.*)$') AND reason = one.text;
    UPDATE bank_transfers SET hold_reason = erased WHERE status = 'held' AND hold_reason = one.text;
    UPDATE offerings SET hold_reason = erased WHERE hold_reason = one.text;
    UPDATE resale_books SET halt_reason = erased WHERE halt_reason = one.text;
    UPDATE jobs SET set_aside_reason = erased WHERE status = 'set_aside' AND set_aside_reason = one.text;
    UPDATE audit_texts SET text = NULL, salt = NULL, erased_for = person
      WHERE operation_id = one.operation_id AND field = one.field;
  END LOOP;
  UPDATE approval_decisions d SET reason = erased
    FROM approval_requests r
    WHERE r.id = d.request_id AND d.reason IS NOT NULL AND (
      r.subject = 'user:' || person OR r.input ->> 'userId' = person
      OR r.subject IN (SELECT 'transfer:' || b.id FROM bank_transfers b WHERE b.user_id = person)
      OR EXISTS (SELECT 1 FROM unnest(names) name WHERE strpos(lower(d.reason), name) > 0));
  PERFORM set_config('commonhold.erasing', '', true);
END $$;
