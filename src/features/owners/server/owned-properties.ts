import { type SQL, sql } from 'drizzle-orm';
import { reportedIncome } from '#db/schema/distributions.ts';
import { holdingKinds, propertyBalance } from '#features/ledger/server/index.ts';
import type { CapRateBasis } from '#features/properties/properties.contract.ts';
import { CAP_RATE_MONTHS, isReporting, unreportedMonthsAt } from '#features/properties/server/index.ts';
import { columnsAs, currentValuationCents } from '#features/valuations/server/index.ts';
import { WHOLE_BPS } from '#kernel/money.ts';
import { monthAfter, monthOf } from '#kernel/months.ts';
import { bpsOfPercent } from '#platform/server/database/sql-values.ts';
import type { OwnedProperty } from '../owners.contract.ts';

/** The last month that is over, "2026-10". */
export const lastMonthOf = (now: Date): string => monthAfter(monthOf(now), -1);

const balanceOf = (kind: Parameters<typeof propertyBalance>[1]) => propertyBalance(sql`p.id`, kind);

const reportColumns = { approvedAt: sql`b.approved_at`, offering: sql`b.offering`, rentCents: sql`b.rent` };

/** A row of `ownedProperties`. */
export type OwnedRow = Omit<OwnedProperty, 'openVotes'> & {
  availableShares: number;
  totalShares: number;
  pricePerShareCents: number;
  annualYieldBps: number;
  capRateBasis: CapRateBasis;
  rentAccountCents: number;
  payableCents: number;
};

/**
 * Every property of a person with its figures and as they corrected it, as a query named like `OwnedRow`. Before an offering is funded all income
 * is the owner's.
 */
export function ownedProperties(ownerId: string, now: Date): SQL {
  return sql`
    select f.id, f.name, f.location, f.label as status, f.status_reason as "statusReason",
           f.valuation::float8 as "totalValuationCents",
           (f.price * f.total_shares)::float8 as "equityOfferedCents",
           (f.price * (f.total_shares - f.available))::float8 as "equitySoldCents",
           f.monthly_yield::float8 as "monthlyYieldCents", f.last_income::float8 as "lastMonthIncomeCents",
           coalesce(round(f.income * ${WHOLE_BPS * CAP_RATE_MONTHS}::numeric / (f.valuation * nullif(f.months, 0))),
             round(f.confirmed_income * ${WHOLE_BPS}::numeric / f.valuation), f.annual_yield * 100)::float8 as "capRateBps",
           case when f.months > 0 then 'reported' when f.confirmed_income is not null then 'confirmed'
             else 'yield' end as "capRateBasis",
           f.investors as "investorCount", f.due as "monthsDue",
           (f.rent + f.payable)::float8 as "heldCents",
           (case when f.offering = 'funded' then f.due * f.monthly_yield else 0 end)::float8 as "expectedCents",
           f.rent::float8 as "rentAccountCents", f.payable::float8 as "payableCents",
           f.available as "availableShares", f.total_shares as "totalShares", f.price::float8 as "pricePerShareCents",
           ${bpsOfPercent('f.annual_yield')} as "annualYieldBps"
    from (
      select b.*, round(b.valuation * b.annual_yield / 1200) as monthly_yield,
             case when ${isReporting(reportColumns)} then b.months_due else 0 end as due,
             case b.status when 'rejected' then 'Rejected' when 'pending' then 'Pending'
               else case when b.available > 0 then 'Active' else 'Fully Funded' end end as label
      from (
        select p.id, coalesce(corrected.it ->> 'name', p.name) as name,
               coalesce(corrected.it ->> 'location', p.location) as location,
               coalesce((corrected.it ->> 'annualYieldBps')::numeric / 100, p.annual_yield) as annual_yield,
               p.status, p.status_reason, p.total_shares,
               (p.price_per_share * 100) as price, p.confirmed_income * 100 as confirmed_income,
               p.approved_at, o.status as offering,
               (${currentValuationCents(columnsAs('p'))})::numeric as valuation, ${balanceOf('property_available')}::int as available,
               ${balanceOf('property_rent')} as rent, ${balanceOf('property_payable')} as payable,
               coalesce(${unreportedMonthsAt({ id: sql`p.id`, approvedAt: sql`p.approved_at` }, now)}, 0) as months_due, reported.months, reported.income,
               (select ${reportedIncome} * 100 from rent_reports
                where property_id = p.id and month = ${lastMonthOf(now)}) as last_income,
               (select count(distinct h.user_id)::int from ledger_accounts h
                where h.property_id = p.id and h.kind in ${holdingKinds} and h.balance > 0) as investors
        from properties p join offerings o on o.property_id = p.id
        cross join lateral (select case when p.status <> 'approved' then p.correction end as it) corrected
        cross join lateral (
          select count(*)::int as months, sum(latest.income) as income from (
            select ${reportedIncome} * 100 as income from rent_reports
            where property_id = p.id order by month desc limit ${CAP_RATE_MONTHS}) latest) reported
        where p.owner_id = ${ownerId}) b) f`;
}
