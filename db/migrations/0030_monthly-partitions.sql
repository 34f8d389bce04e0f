-- Written by hand: drizzle knows no partitions. `outbox_events` and `notifications` get a partition for each month, so
-- that a month is removed by dropping a table. What they hold becomes the first partition, up to the end of this month.

-- The lower bound of a partition: a moment for events, the lowest id of version 7 at a moment for notifications.
CREATE FUNCTION partition_bound("parent" text, "at" timestamptz) RETURNS text LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  hex text := lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0');
BEGIN
  RETURN CASE parent
    WHEN 'outbox_events' THEN to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || '+00'
    WHEN 'notifications' THEN left(hex, 8) || '-' || right(hex, 4) || '-0000-0000-000000000000'
  END;
END $$;--> statement-breakpoint

DO $$
DECLARE
  parent text;
  key text;
  first_name text;
  this_month timestamp;
  bound text;
  next_id bigint;
  statements text[];
  statement text;
  part record;
BEGIN
  FOR parent, key IN VALUES ('outbox_events', 'at'), ('notifications', 'id') LOOP
    this_month := date_trunc('month', now() AT TIME ZONE 'UTC');
    first_name := parent || to_char(this_month, '_"to"_YYYY_MM');
    bound := partition_bound(parent, (this_month + interval '1 month') AT TIME ZONE 'UTC');

    IF parent = 'outbox_events' THEN
      SELECT CASE WHEN is_called THEN last_value + 1 ELSE last_value END INTO next_id FROM outbox_events_id_seq;
      ALTER TABLE outbox_events ALTER COLUMN id DROP IDENTITY;
      ALTER TABLE outbox_events DROP CONSTRAINT outbox_events_pkey;
    END IF;

    -- Indexes, keys and rights, as statements for the new table.
    SELECT coalesce(array_agg(pg_get_indexdef(indexrelid) ORDER BY indexrelid), '{}') INTO statements
    FROM pg_index WHERE indrelid = parent::regclass AND NOT indisprimary;
    SELECT statements || coalesce(array_agg(format('ALTER TABLE %I ADD CONSTRAINT %I %s', parent, conname,
                                                   pg_get_constraintdef(oid)) ORDER BY contype DESC), '{}')
    INTO statements FROM pg_constraint WHERE conrelid = parent::regclass AND contype IN ('p', 'f');
    SELECT statements || coalesce(array_agg(format('GRANT %s ON %I TO %s', privilege_type, parent, grantee::regrole)), '{}')
    INTO statements FROM pg_class CROSS JOIN LATERAL aclexplode(relacl)
    WHERE pg_class.oid = parent::regclass AND grantee <> relowner AND grantee <> 0;

    FOR part IN SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indrelid = parent::regclass LOOP
      EXECUTE format('ALTER INDEX %s RENAME TO %I', part.name, first_name || right(part.name, -length(parent)));
    END LOOP;
    EXECUTE format('ALTER TABLE %I RENAME TO %I', parent, first_name);
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE) PARTITION BY RANGE (%I)',
      parent, first_name, key);
    IF parent = 'outbox_events' THEN
      ALTER TABLE outbox_events ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (SEQUENCE NAME outbox_events_id_seq);
      PERFORM setval('outbox_events_id_seq', next_id, false);
      ALTER TABLE outbox_events ADD CONSTRAINT outbox_events_pk PRIMARY KEY (id, at);
    END IF;
    FOREACH statement IN ARRAY statements LOOP
      EXECUTE statement;
    END LOOP;
    -- For rows of a month whose partition was not made in time, and now for those that are dated ahead of this clock.
    EXECUTE format('CREATE TABLE %I PARTITION OF %I DEFAULT', parent || '_default', parent);
    EXECUTE format('WITH moved AS (DELETE FROM %1$I WHERE %2$I >= %3$L RETURNING *)
                    INSERT INTO %4$I OVERRIDING SYSTEM VALUE SELECT * FROM moved', first_name, key, bound, parent);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', parent, first_name, bound);
  END LOOP;
END $$;--> statement-breakpoint

-- The functions run with the rights of their owner, as the server's database role may own no tables. They do nothing that
-- the caller's rights to the rows do not allow.
CREATE FUNCTION require_partitioned("parent" text, "privilege" text) RETURNS void LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF parent IS NULL OR parent NOT IN ('outbox_events', 'notifications') THEN
    RAISE EXCEPTION '% has no monthly partitions', parent USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF NOT has_table_privilege(session_user, format('public.%I', parent), privilege) THEN
    RAISE EXCEPTION 'permission denied for table %', parent USING ERRCODE = 'insufficient_privilege';
  END IF;
END $$;--> statement-breakpoint

-- Makes the partitions of the months after `now`, and returns how many. A month is left out when rows of it are in the
-- default partition already: they stay there.
CREATE FUNCTION make_partitions("parent" text, "now" timestamptz, "months" integer) RETURNS integer LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET lock_timeout = '1s' AS $$
DECLARE
  month timestamp;
  made integer := 0;
BEGIN
  PERFORM public.require_partitioned(parent, 'INSERT');
  FOR ahead IN 1..least(months, 12) LOOP
    month := date_trunc('month', now AT TIME ZONE 'UTC') + make_interval(months => ahead);
    CONTINUE WHEN EXISTS (
      SELECT 1 FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = format('public.%I', parent)::regclass
        AND (c.relname = parent || to_char(month, '_YYYY_MM')
          OR c.relname ~ '_to_\d{4}_\d{2}$' AND right(c.relname, 7) >= to_char(month, 'YYYY_MM')));
    BEGIN
      EXECUTE format('CREATE TABLE public.%I PARTITION OF public.%I FOR VALUES FROM (%L) TO (%L)',
        parent || to_char(month, '_YYYY_MM'), parent,
        public.partition_bound(parent, month AT TIME ZONE 'UTC'),
        public.partition_bound(parent, (month + interval '1 month') AT TIME ZONE 'UTC'));
      made := made + 1;
    EXCEPTION WHEN check_violation THEN
      RAISE WARNING 'rows of % are in the default partition of %', to_char(month, 'YYYY-MM'), parent;
    END;
  END LOOP;
  RETURN made;
END $$;--> statement-breakpoint

-- Drops the partitions whose month had ended at `before`, and returns how many. Nothing is removed of events that are not
-- dispatched.
CREATE FUNCTION drop_partitions("parent" text, "before" timestamptz) RETURNS integer LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET lock_timeout = '1s' AS $$
DECLARE
  part record;
  waiting boolean;
  dropped integer := 0;
BEGIN
  PERFORM public.require_partitioned(parent, 'DELETE');
  FOR part IN
    SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = format('public.%I', parent)::regclass AND c.relname ~ '_\d{4}_\d{2}$'
      AND (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') AT TIME ZONE 'UTC' <= before
  LOOP
    IF parent = 'outbox_events' THEN
      EXECUTE format('SELECT EXISTS (SELECT 1 FROM public.%I WHERE dispatched_at IS NULL)', part.name) INTO waiting;
      CONTINUE WHEN waiting;
    END IF;
    EXECUTE format('DROP TABLE public.%I', part.name);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END $$;--> statement-breakpoint

-- Deletes at most `many` rows from before a moment from the default partition, and returns how many. Apart from
-- `drop_partitions`, whose lock on the whole table would last as long as this.
CREATE FUNCTION prune_default_partition("parent" text, "before" timestamptz, "many" integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  deleted integer;
BEGIN
  PERFORM public.require_partitioned(parent, 'DELETE');
  IF parent = 'outbox_events' THEN
    DELETE FROM public.outbox_events_default WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM public.outbox_events_default WHERE dispatched_at < before LIMIT many));
  ELSE
    DELETE FROM public.notifications_default WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM public.notifications_default WHERE id < public.partition_bound(parent, before)::uuid LIMIT many));
  END IF;
  GET DIAGNOSTICS deleted = ROW_COUNT;
  RETURN deleted;
END $$;
