import { sql } from 'drizzle-orm';
import type { Invariant } from '#platform/server/verification/invariants.ts';

/** The invariants of properties' documents. */
export const documentInvariants: readonly Invariant[] = [
  {
    name: 'a document of a property has the file of the person who filed it',
    count: sql`select count(*) as checked from property_documents`,
    drift: sql`
      select 'document ' || d.id as subject, 'file ' || f.id || ' is ' || f.status || ', of ' || f.user_id as detail
      from property_documents d
      join stored_files f on f.id = d.file_id
      where f.status <> 'stored' or f.user_id <> d.uploaded_by or f.purpose <> 'property' and not exists (
        select 1 from submission_documents sd join submissions s on s.id = sd.submission_id
        where sd.file_id = f.id and s.property_id = d.property_id)`,
  },
];
