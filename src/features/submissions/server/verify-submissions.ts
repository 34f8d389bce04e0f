import { sql } from 'drizzle-orm';
import { textArray } from '#platform/server/database/columns.ts';
import type { Invariant } from '#platform/server/verification/invariants.ts';
import { requiredItem } from '../submissions.contract.ts';

export const submissionInvariants: readonly Invariant[] = [
  {
    name: "a document of a submission is a stored file of the submission's owner",
    count: sql`select count(*) as checked from submission_documents`,
    drift: sql`
      select 'document ' || d.id as subject, 'file ' || f.id || ' is ' || f.status || ' and of ' || f.user_id as detail
      from submission_documents d
      join stored_files f on f.id = d.file_id
      left join submissions s on s.id = d.submission_id
      where f.status <> 'stored' or f.user_id <> d.owner_id or f.purpose <> 'submission'
         or s.owner_id <> d.owner_id`,
  },
  {
    name: 'a stored file of a submission is a document of one',
    count: sql`select count(*) as checked from stored_files where purpose = 'submission' and status = 'stored'`,
    drift: sql`
      select 'file ' || f.id as subject, 'no document refers to it' as detail
      from stored_files f
      where f.purpose = 'submission' and f.status = 'stored'
        and not exists (select 1 from submission_documents d where d.file_id = f.id)`,
  },
  {
    name: 'an approved submission has every item confirmed by a document of it that was not refused',
    count: sql`select count(*) as checked from submissions where status = 'approved'`,
    drift: sql`
      select 'submission ' || s.id as subject, 'lacks ' || string_agg(wanted.item, ', ') as detail
      from submissions s
      cross join unnest(${textArray(requiredItem.options)}) as wanted(item)
      where s.status = 'approved' and not exists (
        select 1 from submission_confirmations c
        join submission_documents d on d.id = c.document_id and d.submission_id = s.id
        where c.submission_id = s.id and c.item = wanted.item and d.verdict is distinct from 'refused')
      group by s.id`,
  },
  {
    name: "an approved submission made a property of its owner's, and someone else decided",
    count: sql`select count(*) as checked from submissions where status <> 'pending'`,
    drift: sql`
      select 'submission ' || s.id as subject,
             'of ' || s.owner_id || ', decided by ' || s.decided_by || ', property of ' || coalesce(p.owner_id, 'nobody') as detail
      from submissions s left join properties p on p.id = s.property_id
      where s.decided_by = s.owner_id or (s.status = 'approved' and p.owner_id is distinct from s.owner_id)`,
  },
  {
    name: 'every change of a submission is recorded with its version',
    count: sql`select count(*) as checked from submissions`,
    drift: sql`
      select 'submission ' || s.id as subject,
             'is at version ' || s.version || ' after ' || count(c.id) || ' changes' as detail
      from submissions s left join submission_changes c on c.submission_id = s.id
      group by s.id
      having s.version <> count(c.id) + 1 or s.version <> coalesce(max(c.version), 1)`,
  },
  {
    name: 'a pending submission waits for its owner while its newest message is a question',
    count: sql`select count(*) as checked from submissions where status = 'pending'`,
    drift: sql`
      select 'submission ' || s.id as subject,
             'waits since ' || coalesce(s.paused_at::text, 'never') || ', the newest message is '
               || coalesce(newest.kind, 'none') as detail
      from submissions s
      left join lateral (
        select m.kind from submission_messages m where m.submission_id = s.id order by m.id desc limit 1) newest on true
      where s.status = 'pending' and (s.paused_at is not null) <> (coalesce(newest.kind, '') = 'question')`,
  },
];
