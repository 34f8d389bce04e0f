import { sql } from 'drizzle-orm';
import type { Invariant } from '#platform/server/verification/invariants.ts';

/** The invariants of identity checks. */
export const kycInvariants: readonly Invariant[] = [
  {
    name: 'an identity check stands as its last decision says',
    count: sql`select count(*) as checked from kyc_applications
      where status in ('approved', 'rejected', 'requires_additional_info')`,
    drift: sql`
      select 'identity check of ' || k.user_id as subject,
             k.status || ', last decided ' || coalesce(d.decision, 'never') as detail
      from kyc_applications k
      left join lateral (
        select decision from kyc_decisions d where d.user_id = k.user_id order by id desc limit 1) d on true
      where k.status in ('approved', 'rejected', 'requires_additional_info')
        and k.status is distinct from d.decision`,
  },
  {
    name: 'SSN and date of birth are sealed',
    count: sql`select count(*) as checked from kyc_applications where sealed_ssn is not null`,
    drift: sql`
      select 'identity check of ' || user_id as subject, 'a value is not sealed' as detail
      from kyc_applications where sealed_ssn not like 'v1:%:%:%' or sealed_date_of_birth not like 'v1:%:%:%'`,
  },
  {
    name: "a document of an identity check is stored and the applicant's own",
    count: sql`select count(*) as checked from kyc_applications
      where coalesce(id_document, proof_of_address, income_verification) is not null`,
    drift: sql`
      select 'identity check of ' || k.user_id as subject, 'file ' || f.id || ' is ' || f.status || ' and of ' || f.user_id
               as detail
      from kyc_applications k
      join stored_files f on f.id in (k.id_document, k.proof_of_address, k.income_verification)
      where f.status <> 'stored' or f.user_id <> k.user_id`,
  },
];
