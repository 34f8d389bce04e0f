import { sql } from 'drizzle-orm';
import type { Invariant } from '#platform/server/verification/invariants.ts';
import { PROPERTY_IMAGES_PATH } from '../simple-form.contract.ts';

/** Invariants of the copies of properties' pictures. */
export const imageInvariants: readonly Invariant[] = [
  {
    name: "a picture of a property is a stored file of its owner, and the property's page shows it",
    count: sql`select count(*) as checked from property_images where file_id is not null or status = 'stored'`,
    drift: sql`
      select 'picture of property ' || i.property_id as subject,
             'file ' || coalesce(f.id::text || ' is ' || f.status || ' and of ' || f.user_id, 'is missing')
               || ', shown is ' || coalesce(p.image_url, 'nothing') as detail
      from property_images i
      join properties p on p.id = i.property_id
      left join stored_files f on f.id = i.file_id
      where (i.status = 'stored' and i.file_id is null)
         or (i.file_id is not null and (
              f.id is null or f.status <> 'stored' or f.purpose <> 'property' or f.media_type <> 'image/jpeg'
              or f.user_id <> p.owner_id))
         or (i.status = 'stored' and p.image_url is distinct from ${PROPERTY_IMAGES_PATH} || i.file_id)`,
  },
  {
    name: 'a stored file about a property is its picture or a document of it',
    count: sql`select count(*) as checked from stored_files where purpose = 'property' and status = 'stored'`,
    drift: sql`
      select 'file ' || f.id as subject, 'nothing refers to it' as detail
      from stored_files f
      where f.purpose = 'property' and f.status = 'stored'
        and not exists (select 1 from property_images i where i.file_id = f.id)
        and not exists (select 1 from property_documents d where d.file_id = f.id)
      union all
      select 'property ' || p.id, 'shows ' || p.image_url || ', which is no picture of it'
      from properties p
      where p.image_url like ${`${PROPERTY_IMAGES_PATH}%`} and not exists (
        select 1 from property_images i where i.property_id = p.id and i.file_id is not null)`,
  },
];
