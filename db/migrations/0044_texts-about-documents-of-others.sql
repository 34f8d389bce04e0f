-- Written by hand: closing an account also erases why documents of its properties were withdrawn that admins had filed.
-- Erases the texts about somebody whose account is being closed, and takes their confirmed email and the name of their
-- approved identity check out of texts about others; then the copies on screens. Everybody chooses the name of their account,
-- so that one is not looked for. Returns what is left of each redacted text as a hash, for the log. Called while the account
-- still has its email.
CREATE OR REPLACE FUNCTION erase_texts_about(person text) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  erased CONSTANT text := 'Erased with the account';
  redacted CONSTANT text := '[erased]';
  named text;
  one record;
  -- What an operation was about.
  subject_kind text;
  subject_id text;
  -- The account that the operation was about, or to which its bank transfer belongs.
  about text;
  -- Everybody but admins who was notified of the text.
  readers text[];
  remaining text;
  -- The texts about properties, with what is left of them.
  delivered jsonb := '[]';
  -- Requests for approval whose input names the person.
  changed uuid[];
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
      SELECT t.operation_id, t.field, t.text, a.subject, a.at,
        a.subject IN ('user:' || person, 'kyc:' || person)
          OR a.subject IN (SELECT 'transfer:' || b.id FROM bank_transfers b WHERE b.user_id = person)
          OR a.subject IN (SELECT 'submission:' || s.id FROM submissions s WHERE s.owner_id = person)
          OR a.subject IN (SELECT 'property:' || p.id FROM properties p WHERE p.owner_id = person)
          OR a.subject IN (
            SELECT 'document:' || d.id FROM property_documents d JOIN properties p ON p.id = d.property_id
            WHERE person IN (d.uploaded_by, p.owner_id))
          OR a.subject IN (SELECT 'valuation:' || v.id FROM valuations v WHERE v.filed_by = person) AS is_own
      FROM audit_texts t JOIN audit_log a ON a.operation_id = t.operation_id
      WHERE t.text IS NOT NULL) found
    WHERE is_own OR text ~* named
  LOOP
    remaining := CASE WHEN one.is_own THEN erased ELSE regexp_replace(one.text, named, redacted, 'gi') END;
    -- Copies of this text, in the rows that the operation was about.
    subject_kind := split_part(one.subject, ':', 1);
    subject_id := substr(one.subject, length(subject_kind) + 2);
    about := CASE subject_kind
      WHEN 'user' THEN subject_id
      WHEN 'transfer' THEN (SELECT user_id FROM bank_transfers WHERE id = subject_id::uuid)
    END;
    readers := ARRAY[about];
    UPDATE frozen_accounts SET reason = remaining WHERE user_id = about AND user_id <> person AND reason = one.text;
    UPDATE bank_transfers SET hold_reason = remaining WHERE user_id = about AND hold_reason = one.text;
    UPDATE bank_transfers SET failure_reason = remaining WHERE user_id = about AND failure_reason = one.text;
    IF subject_kind = 'property' THEN
      UPDATE offerings SET hold_reason = remaining WHERE property_id = subject_id::int AND hold_reason = one.text;
      UPDATE resale_books SET halt_reason = remaining WHERE property_id = subject_id::int AND halt_reason = one.text;
      UPDATE properties SET status_reason = remaining WHERE id = subject_id::int AND status_reason = one.text;
      UPDATE property_versions SET reason = remaining WHERE property_id = subject_id::int AND reason = one.text;
      UPDATE register_releases SET purpose = remaining WHERE property_id = subject_id::int AND purpose = one.text;
      delivered := delivered || jsonb_build_object('operation_id', one.operation_id, 'at', one.at,
        'property_id', subject_id, 'text', one.text, 'remaining', remaining);
      readers := property_people(subject_id::int);
    ELSIF subject_kind = 'submission' THEN
      UPDATE submissions SET reason = remaining WHERE id = subject_id::uuid AND reason = one.text;
      UPDATE submission_documents SET verdict_note = remaining WHERE submission_id = subject_id::uuid AND verdict_note = one.text;
      readers := ARRAY(SELECT owner_id FROM submissions WHERE id = subject_id::uuid);
    ELSIF subject_kind = 'document' THEN
      UPDATE property_documents SET withdrawn_reason = remaining WHERE id = subject_id::uuid AND withdrawn_reason = one.text;
      readers := ARRAY(SELECT uploaded_by FROM property_documents WHERE id = subject_id::uuid);
    ELSIF subject_kind = 'valuation' THEN
      UPDATE valuation_decisions SET reason = remaining WHERE valuation_id = subject_id::uuid AND reason = one.text;
      readers := ARRAY(SELECT p.owner_id FROM valuations v JOIN properties p ON p.id = v.property_id WHERE v.id = subject_id::uuid);
    ELSIF subject_kind = 'distribution' THEN
      UPDATE distributions SET returned_reason = remaining WHERE id = subject_id AND returned_reason = one.text;
      readers := ARRAY(SELECT p.owner_id FROM distributions d JOIN properties p ON p.id = d.property_id WHERE d.id = subject_id);
    ELSIF subject_kind = 'proposal' THEN
      UPDATE proposals SET follow_up = remaining WHERE id = subject_id::uuid AND follow_up = one.text;
    ELSIF subject_kind = 'job' THEN
      UPDATE jobs SET set_aside_reason = remaining WHERE id = subject_id::uuid AND set_aside_reason = one.text;
    END IF;
    IF one.is_own THEN
      -- An admin who filed a document was notified of its withdrawal, in a message with its title and the reason.
      IF subject_kind = 'document' THEN
        UPDATE notifications n SET message = 'A document of an account that is closed.'
          FROM property_documents d
          WHERE d.id = subject_id::uuid AND n.user_id = d.uploaded_by AND n.user_id <> person
            AND n.id >= partition_bound('notifications', one.at)::uuid AND n.created_at = d.withdrawn_at
            AND strpos(n.message, one.text) > 0;
      END IF;
      UPDATE audit_texts SET text = NULL, salt = NULL, erased_for = person
        WHERE operation_id = one.operation_id AND field = one.field;
    ELSE
      UPDATE notifications SET message = replace(message, one.text, remaining)
        WHERE (user_id = ANY(readers) OR user_id IN (SELECT id FROM users WHERE role = 'admin'))
          AND id >= partition_bound('notifications', one.at)::uuid AND strpos(message, one.text) > 0;
      -- With the old salt and the hash in the log, the name could be guessed.
      UPDATE audit_texts SET text = remaining, salt = replace(gen_random_uuid()::text, '-', ''), erased_for = person
        WHERE operation_id = one.operation_id AND field = one.field;
    END IF;
  END LOOP;
  -- Events and jobs that delivered texts about properties, in one search. The moments keep it within a few months of events.
  UPDATE outbox_events e SET payload = jsonb_set(e.payload, '{reason}', to_jsonb(d.remaining))
    FROM jsonb_to_recordset(delivered) AS d (operation_id uuid, at timestamptz, text text, remaining text)
    WHERE e.at = ANY(ARRAY(SELECT (item ->> 'at')::timestamptz FROM jsonb_array_elements(delivered) AS items (item)))
      AND e.at = d.at AND e.operation_id = d.operation_id AND e.payload ->> 'reason' = d.text;
  IF delivered <> '[]' THEN
    UPDATE jobs j SET payload = jsonb_set(j.payload, '{reason}', to_jsonb(d.remaining))
      FROM jsonb_to_recordset(delivered) AS d (property_id text, text text, remaining text)
      WHERE j.payload ->> 'propertyId' = d.property_id AND j.payload ->> 'reason' = d.text;
  END IF;
  -- Admins were notified of requests about the person, and of the decisions, in messages with name and reason.
  UPDATE notifications n SET message = 'A request about an account that is closed.'
    FROM approval_requests r LEFT JOIN approval_decisions d ON d.request_id = r.id
    WHERE is_request_about(r, person) AND n.user_id IN (SELECT id FROM users WHERE role = 'admin')
      AND n.created_at IN (r.requested_at, d.decided_at) AND strpos(n.message, r.title) > 0;
  UPDATE approval_decisions d SET reason = erased
    FROM approval_requests r WHERE r.id = d.request_id AND d.reason IS NOT NULL AND is_request_about(r, person);
  UPDATE approval_decisions SET reason = regexp_replace(reason, named, redacted, 'gi') WHERE reason ~* named;
  -- A request is approved with exactly its input. Where that has to change before somebody has decided, the request expires,
  -- and can be made again. They are locked first, so that a decision on its way is seen.
  changed := ARRAY(
    SELECT id FROM approval_requests r
    WHERE is_request_about(r, person) OR (named IS NOT NULL AND redacted_json(input, named) <> input)
    ORDER BY id FOR UPDATE);
  UPDATE approval_requests r SET expires_at = greatest(c.closed_at, r.requested_at + interval '1 millisecond')
    FROM closed_accounts c
    WHERE c.user_id = person AND r.id = ANY(changed) AND r.expires_at > c.closed_at
      AND NOT EXISTS (SELECT 1 FROM approval_decisions d WHERE d.request_id = r.id);
  -- By the hash of an input, what was taken out of it could be guessed.
  UPDATE approval_requests SET input_hash = erased WHERE id = ANY(changed);
  UPDATE approval_requests
    SET reason = regexp_replace(reason, named, redacted, 'gi'), input = redacted_json(input, named),
        facts = redacted_json(facts, named)
    WHERE named IS NOT NULL AND (reason ~* named OR id = ANY(changed) OR redacted_json(facts, named) <> facts);
  PERFORM set_config('commonhold.erasing', '', true);
  RETURN (
    SELECT coalesce(jsonb_agg(jsonb_build_object('operationId', operation_id, 'field', field,
      'hash', encode(sha256(convert_to(salt || text, 'UTF8')), 'hex')) ORDER BY operation_id, field), '[]')
    FROM audit_texts WHERE erased_for = person AND text IS NOT NULL);
END $$;
