import { type SQL, sql } from 'drizzle-orm';
import { blocksOf, idsInBlock } from '#features/ledger/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { type Cents, formatUsdExact, toDecimal } from '#kernel/money.ts';
import { statementParts } from '#platform/server/database/columns.ts';
import { type Queryable, rows } from '#platform/server/database/db.ts';
import { eachIdRange, within } from '#platform/server/database/id-ranges.ts';
import { centsOf } from '#platform/server/database/sql-values.ts';
import { sha256 } from '#platform/server/security/sha256.ts';
import type { ColumnKey } from '../columns.rules.ts';
import { MAX_EXPORTED_ROWS, type SaleRow, type TaxForm, taxErrors } from '../tax.contract.ts';
import { type Boxes, cashOf, classifiableFrom, yearBounds } from '../tax.rules.ts';
import { isReported } from '../thresholds.rules.ts';
import { saleRows } from './figures.ts';
import { currentClassifications } from './payments.ts';

/** The boxes of one row of a file, as text, and the amount that is compared with the ledger. */
interface FormRow {
  userId: string;
  cents: Cents;
  boxes: Partial<Record<ColumnKey, string>>;
}

/** The rows of one part of a form's file, and the sums of all parts, which are compared with the ledger. */
interface FormRows {
  rows: FormRow[];
  parts: number;
  /** A hash of the rows of all parts: parts with another one do not belong to the same file. */
  rowsHash: string;
  fileCents: Cents;
  belowThresholdCents: Cents;
  ledgerCents: Cents;
}

interface FormRequest {
  form: TaxForm;
  year: number;
  now: Date;
  /** Counted from 1. */
  part?: number;
}

/**
 * Everyone's figures of a form and year, those below the threshold left out. There is no file when they do not add up to
 * the ledger with those. Adding up a year takes too long to hold locks meanwhile, so commands `prepare` it. However many
 * rows there are, only those of the part are in memory.
 * @throws YEAR_NOT_OVER, NOT_CLASSIFIED, TOTALS_DIFFER
 */
export async function exportRows(
  db: Queryable,
  { form, year, now, part = 1 }: FormRequest,
  maxRows = MAX_EXPORTED_ROWS,
): Promise<FormRows> {
  if (now < classifiableFrom(year)) throw new DomainError(taxErrors.YEAR_NOT_OVER);
  const found: FormRow[] = [];
  const before = (part - 1) * maxRows;
  let [count, fileCents, belowThresholdCents] = [0, 0, 0];
  let rowsHash = '';
  await { '1099-DIV': dividends, '1099-B': sales, '1099-MISC': rewards }[form](db, year, (row) => {
    // Every sale is reported, also one without proceeds.
    if (form !== '1099-B' && !isReported(form, year, row.cents)) {
      belowThresholdCents += row.cents;
      return;
    }
    if (count >= before && count < before + maxRows) found.push(row);
    count += 1;
    rowsHash = sha256(rowsHash + JSON.stringify(row));
    fileCents += row.cents;
  });
  const ledgerCents = await ledgerTotal(db, form, year);
  if (fileCents + belowThresholdCents !== ledgerCents) {
    const message = `The figures add up to ${formatUsdExact(fileCents + belowThresholdCents)}, and the ledger has ${formatUsdExact(ledgerCents)}. There is no file until “npm run verify” finds out why.`;
    throw new DomainError(taxErrors.TOTALS_DIFFER, { message });
  }
  const parts = Math.max(1, Math.ceil(count / maxRows));
  return { rows: found, parts, rowsHash, fileCents, belowThresholdCents, ledgerCents };
}

type AddRow = (row: FormRow) => void;

/** People whose figures are read by one statement. */
const MAX_READ_PEOPLE = 10_000;

async function dividends(db: Queryable, year: number, add: AddRow): Promise<void> {
  const { from, to } = yearBounds(year);
  const open = await rows<{ name: string }>(
    db,
    sql`select r.name from properties r
        where r.id in (
            select d.property_id from distributions d join distribution_payments m on m.distribution_id = d.id
            where m.paid_at >= ${from.toISOString()}::timestamptz and m.paid_at < ${to.toISOString()}::timestamptz
              and exists (select 1 from distribution_payouts p where p.distribution_id = d.id and p.amount > 0
                          and p.position between m.first_position and m.last_position))
          and not exists (select 1 from tax_classifications c where c.property_id = r.id and c.year = ${year})
        order by r.name, r.id`,
  );
  if (open.length > 0) {
    const message = `Not everything that was distributed in ${year} is classified yet: ${open.map(({ name }) => name).join(', ')}.`;
    throw new DomainError(taxErrors.NOT_CLASSIFIED, { message });
  }
  const found: ({ userId: string } & Boxes)[] = [];
  await eachIdRange(db, sql`select user_id as id from tax_allocations`, MAX_READ_PEOPLE, async (range) => {
    const some = await rows<{ userId: string } & Boxes & Record<string, unknown>>(
      db,
      sql`select a.user_id as "userId", ${centsOf('sum(a.ordinary)')} as "ordinaryCents",
                 ${centsOf('sum(a.qualified)')} as "qualifiedCents",
                 ${centsOf('sum(a.capital_gain)')} as "capitalGainCents",
                 ${centsOf('sum(a.return_of_capital)')} as "returnOfCapitalCents",
                 ${centsOf('sum(a.section_199a)')} as "section199aCents"
          from tax_allocations a join (${currentClassifications}) c on c.id = a.classification_id and c.year = ${year}
          where ${within(sql`a.user_id`, range)}
          group by a.user_id`,
    );
    found.push(...some);
  });
  for (const { userId, ...boxes } of found.sort(byUser))
    add({
      userId,
      cents: cashOf(boxes),
      boxes: {
        'box 1a': toDecimal(boxes.ordinaryCents),
        'box 1b': toDecimal(boxes.qualifiedCents),
        'box 2a': toDecimal(boxes.capitalGainCents),
        'box 3': toDecimal(boxes.returnOfCapitalCents),
        'box 5': toDecimal(boxes.section199aCents),
      },
    });
}

const byUser = (one: { userId: string }, two: { userId: string }) => (one.userId < two.userId ? -1 : 1);

/** A day as the forms have it: 03/31/2026. */
const usDay = (iso: string) => `${iso.slice(5, 7)}/${iso.slice(8, 10)}/${iso.slice(0, 4)}`;

const saleBoxes = (sale: SaleRow): FormRow['boxes'] => ({
  'box 1a': sale.description,
  'box 1b': usDay(sale.acquiredDate),
  'box 1c': usDay(sale.soldDate),
  'box 1d': toDecimal(sale.proceedsCents),
  'box 1e': toDecimal(sale.basisCents),
  'box 1f': toDecimal(sale.marketDiscountCents),
  'box 1g': toDecimal(sale.washSaleCents),
  'box 2': sale.term === 'short' ? 'Short-term' : 'Long-term',
  'box 5': sale.isNoncovered ? 'Y' : '',
  'box 6': sale.isGross ? 'Gross proceeds' : 'Net proceeds',
  'box 12': sale.isBasisReported ? 'Y' : '',
});

/** Sellers whose histories are read at once. */
const SELLERS_PER_QUERY = 200;

async function sales(db: Queryable, year: number, add: AddRow): Promise<void> {
  const { from, to } = yearBounds(year);
  const sellers: { userId: string }[] = [];
  await eachIdRange(db, sql`select user_id as id from lot_disposals`, MAX_READ_PEOPLE, async (range) => {
    const some = await rows<{ userId: string }>(
      db,
      sql`select distinct d.user_id as "userId" from lot_disposals d
          where ${within(sql`d.user_id`, range)} and d.disposed_at >= ${from.toISOString()}::timestamptz
            and d.disposed_at < ${to.toISOString()}::timestamptz`,
    );
    sellers.push(...some);
  });
  sellers.sort(byUser);
  for (const some of statementParts(sellers, SELLERS_PER_QUERY)) {
    const userIds = some.map(({ userId }) => userId);
    for (const { userId, sale } of await saleRows(db, userIds, year))
      add({ userId, cents: sale.proceedsCents, boxes: saleBoxes(sale) });
  }
}

async function rewards(db: Queryable, year: number, add: AddRow): Promise<void> {
  const { from, to } = yearBounds(year);
  const found = await rows<{ userId: string; cents: number }>(
    db,
    sql`select substring(e.account from '^user:(.*):cash$') as "userId", sum(e.cents)::float8 as cents
        from (select credit_account as account, amount as cents, at from ledger_transfers where code = 'reward'
              union all
              select debit_account, -amount, at from ledger_transfers where code = 'reward_returned') e
        where e.at >= ${from.toISOString()}::timestamptz and e.at < ${to.toISOString()}::timestamptz
        group by 1 order by 1`,
  );
  for (const { userId, cents } of found) add({ userId, cents, boxes: { 'box 3': toDecimal(cents) } });
}

/** The codes of the transfers that each form is about, written out: the index of rewards has them in its condition. */
const FORM_CODES: Readonly<Record<TaxForm, SQL>> = {
  '1099-DIV': sql`('distribution')`,
  '1099-B': sql`('resale')`,
  '1099-MISC': sql`('reward', 'reward_returned')`,
};

/** What the ledger says of a form's year, read without the tables that the figures come from. */
async function ledgerTotal(db: Queryable, form: TaxForm, year: number): Promise<Cents> {
  const { from, to } = yearBounds(year);
  const sumOf = async (among: SQL) => {
    const [found] = await rows<{ cents: number }>(
      db,
      sql`select coalesce(sum(case when code = 'reward_returned' then -amount else amount end), 0)::float8 as cents
          from ledger_transfers t where code in ${FORM_CODES[form]} and at >= ${from.toISOString()}::timestamptz
            and at < ${to.toISOString()}::timestamptz and ${among}`,
    );
    return found?.cents ?? 0;
  };
  if (form === '1099-MISC') return sumOf(sql`true`);
  let cents = 0;
  const { first, last } = await blocksOf(db, { from, to });
  for (let block = first; block <= last; block += 1) cents += await sumOf(idsInBlock(block));
  return cents;
}
