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
	CONSTRAINT "audit_texts_erased" CHECK (("audit_texts"."text" is null) = ("audit_texts"."salt" is null) and ("audit_texts"."text" is not null or "audit_texts"."erased_for" is not null))
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

CREATE FUNCTION is_request_about(r approval_requests, person text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT r.subject = 'user:' || person OR r.input ->> 'userId' = person
    OR r.subject IN (SELECT 'transfer:' || b.id FROM bank_transfers b WHERE b.user_id = person)
$$;
--> statement-breakpoint

-- Erases the texts about somebody whose account is being closed, and takes their confirmed email and the name of their
-- approved identity check out of texts about others; then the copies on screens. Everybody chooses the name of their account,
-- so that one is not looked for. Returns what is left of each redacted text as a hash, for the log. Called while the account
-- still has its email.
CREATE FUNCTION erase_texts_about(person text) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  erased CONSTANT text := 'Erased with the account';
  redacted CONSTANT text := '[erased]';
  named text;
  one record;
  about text;
  remaining text;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM closed_accounts WHERE user_id = person) THEN
    RAISE EXCEPTION 'the account of % is not closed', person USING ERRCODE = 'restrict_violation';
  END IF;
  -- Whole words: the lookarounds keep it out of "first.x@example.com", "Anna-Li" and "x@example.com.au".
  SELECT '(?<![[:alnum:]])(?<![[:alnum:]][._%+''-])(?:'
    || string_agg(regexp_replace(regexp_replace(words, '([][().*+?{}^$|\\])', '\\\1', 'g'), '\s+', '\\s+', 'g'), '|')
    || ')(?![._%+@-]?[[:alnum:]])' INTO named
  FROM (
    SELECT trim(first_name || ' ' || last_name) FROM kyc_applications WHERE user_id = person AND status = 'approved'
    UNION SELECT email FROM users WHERE id = person AND email_confirmed_at IS NOT NULL) confirmed (words)
  WHERE length(words) > 2;
  PERFORM set_config('commonhold.erasing', 'on', true);
  FOR one IN
    SELECT * FROM (
      SELECT t.operation_id, t.field, t.text, a.subject,
        a.subject IN ('user:' || person, 'kyc:' || person)
          OR a.subject IN (SELECT 'transfer:' || b.id FROM bank_transfers b WHERE b.user_id = person)
          OR a.subject IN (SELECT 'submission:' || s.id FROM submissions s WHERE s.owner_id = person)
          OR a.subject IN (SELECT 'property:' || p.id FROM properties p WHERE p.owner_id = person)
          OR a.subject IN (SELECT 'document:' || d.id FROM property_documents d WHERE d.uploaded_by = person)
          OR a.subject IN (SELECT 'valuation:' || v.id FROM valuations v WHERE v.filed_by = person) AS is_own
      FROM audit_texts t JOIN audit_log a ON a.operation_id = t.operation_id
      WHERE t.text IS NOT NULL) found
    WHERE is_own OR text ~* named
  LOOP
    remaining := CASE WHEN one.is_own THEN erased ELSE regexp_replace(one.text, named, redacted, 'gi') END;
    -- Copies of this text, in the rows that the operation was about.
    about := coalesce(substring(one.subject FROM '^user:(.*)$'),
      (SELECT user_id FROM bank_transfers WHERE id = substring(one.subject FROM '^transfer:(.*)$')::uuid));
    UPDATE frozen_accounts SET reason = remaining WHERE user_id = about AND user_id <> person AND reason = one.text;
    UPDATE bank_transfers SET hold_reason = remaining WHERE user_id = about AND hold_reason = one.text;
    UPDATE bank_transfers SET failure_reason = remaining WHERE user_id = about AND failure_reason = one.text;
    UPDATE offerings SET hold_reason = remaining
      WHERE property_id = substring(one.subject FROM '^property:(.*)$')::int AND hold_reason = one.text;
    UPDATE resale_books SET halt_reason = remaining
      WHERE property_id = substring(one.subject FROM '^property:(.*)$')::int AND halt_reason = one.text;
    UPDATE jobs SET set_aside_reason = remaining
      WHERE id = substring(one.subject FROM '^job:(.*)$')::uuid AND set_aside_reason = one.text;
    IF one.is_own THEN
      UPDATE audit_texts SET text = NULL, salt = NULL, erased_for = person
        WHERE operation_id = one.operation_id AND field = one.field;
    ELSE
      UPDATE notifications SET message = replace(message, one.text, remaining)
        WHERE (user_id = about OR user_id IN (SELECT id FROM users WHERE role = 'admin')) AND strpos(message, one.text) > 0;
      -- With the old salt and the hash in the log, the name could be guessed.
      UPDATE audit_texts SET text = remaining, salt = replace(gen_random_uuid()::text, '-', ''), erased_for = person
        WHERE operation_id = one.operation_id AND field = one.field;
    END IF;
  END LOOP;
  -- Admins were notified of requests about the person, and of the decisions, in messages with name and reason.
  UPDATE notifications n SET message = 'A request about an account that is closed.'
    FROM approval_requests r LEFT JOIN approval_decisions d ON d.request_id = r.id
    WHERE is_request_about(r, person) AND n.user_id IN (SELECT id FROM users WHERE role = 'admin')
      AND n.created_at IN (r.requested_at, d.decided_at) AND strpos(n.message, r.title) > 0;
  UPDATE approval_decisions d SET reason = erased
    FROM approval_requests r WHERE r.id = d.request_id AND d.reason IS NOT NULL AND is_request_about(r, person);
  UPDATE approval_decisions SET reason = regexp_replace(reason, named, redacted, 'gi') WHERE reason ~* named;
  UPDATE approval_requests SET reason = regexp_replace(reason, named, redacted, 'gi') WHERE reason ~* named;
  PERFORM set_config('commonhold.erasing', '', true);
  RETURN (
    SELECT coalesce(jsonb_agg(jsonb_build_object('operationId', operation_id, 'field', field,
      'hash', encode(sha256(convert_to(salt || text, 'UTF8')), 'hex')) ORDER BY operation_id, field), '[]')
    FROM audit_texts WHERE erased_for = person AND text IS NOT NULL);
END $$;
