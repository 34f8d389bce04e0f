import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, notInArray, or, sql } from 'drizzle-orm';
import { type BankDifference, type BankFindings, bankComparisons } from '#db/schema/books.ts';
import { bankTransfers } from '#db/schema/wallet.ts';
import type { Cents } from '#kernel/money.ts';
import { HOUR } from '#kernel/time.ts';
import type { Database } from '#platform/server/database/db.ts';
import { startedBy } from '#platform/server/jobs/jobs.ts';
import { inTimeSlices } from '#platform/server/jobs/time-slices.ts';
import type { TransferState } from '#platform/server/ports/payments.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { COMPARISON_DUE } from '../books.events.ts';
import { recordComparison } from './record-comparison.ts';

const MAX_PAGE_TRANSFERS = 500;
const MAX_CONCURRENT_REQUESTS = 10;
const MAX_STORED_DIFFERENCES = 100;
/** How often a transfer is asked about that the bank does not answer about. */
const MAX_ATTEMPTS = 3;
/** The status at the bank of a transfer that it does not know. */
const UNKNOWN = 'unknown';
/** Time after creation in which a transfer that is settled only at the bank is no difference yet. */
const SETTLEMENT_DELAY_MS = HOUR;

export const noFindings: BankFindings = {
  compared: 0,
  bankInCents: '0',
  bankOutCents: '0',
  ownInCents: '0',
  ownOutCents: '0',
  differing: 0,
  differences: [],
};

/**
 * Asks the payment provider about every bank transfer, page by page, and records the differences. The comparison's row
 * has the last id, after which the next run continues.
 */
export const compareTransfers = startedBy([COMPARISON_DUE], (ctx) =>
  inTimeSlices(ctx, async () => {
    const { db } = ctx.platform;
    const [open] = await db.select().from(bankComparisons).where(isNull(bankComparisons.finishedAt));
    if (!open) return { done: true };
    const { verificationId, afterId } = open;
    const page = await transfersAfter(db, afterId);
    const last = page.at(-1);
    if (!last) {
      await recordComparison(ctx, { verificationId, requestId: verificationId });
      return { done: true };
    }
    const findings = withPage(open.findings, await comparePage(ctx.platform, page));
    // Changes nothing if another worker has advanced it in the meantime; that worker's page counts.
    await db
      .update(bankComparisons)
      .set({ afterId: last.id, findings })
      .where(
        and(
          eq(bankComparisons.verificationId, verificationId),
          isNull(bankComparisons.finishedAt),
          sql`${bankComparisons.afterId} is not distinct from ${afterId}::uuid`,
        ),
      );
    return { done: false };
  }),
);

type Transfer = Awaited<ReturnType<typeof transfersAfter>>[number];

const columns = {
  id: bankTransfers.id,
  reference: bankTransfers.reference,
  direction: bankTransfers.direction,
  status: bankTransfers.status,
  amountCents: bankTransfers.amountCents,
  createdAt: bankTransfers.createdAt,
};

/** The next transfers that are at the bank, or that we say it has settled. */
function transfersAfter(db: Database, afterId: string | null) {
  return db
    .select(columns)
    .from(bankTransfers)
    .where(
      and(
        or(sql`${bankTransfers.reference} is not null`, eq(bankTransfers.status, 'completed')),
        afterId === null ? undefined : gt(bankTransfers.id, afterId),
      ),
    )
    .orderBy(asc(bankTransfers.id))
    .limit(MAX_PAGE_TRANSFERS);
}

interface ComparedTransfer extends Transfer {
  /** Status at the bank. */
  bank: string;
  /** The amount that the bank has settled; null where it has not, or we cannot know. */
  bankCents: Cents | null;
  differs: boolean;
}

async function comparePage(platform: Platform, page: readonly Transfer[]): Promise<ComparedTransfer[]> {
  const { db, clock } = platform;
  const bankStates = await bankStatesOf(platform, page);
  const now = clock.now().getTime();
  const isBehind = ({ status, createdAt }: Transfer) =>
    status === 'pending' && now - createdAt.getTime() < SETTLEMENT_DELAY_MS;
  const differing = page.filter(({ id, status }) => bankStates.get(id)?.status !== status);
  const current = await statesNow(db, differing);
  return page.map((one) => {
    const state = bankStates.get(one.id);
    const bank = state?.status ?? UNKNOWN;
    const bankCents = state?.status === 'completed' ? state.amountCents : null;
    const status = current.get(one.id) ?? one.status;
    const compared = { ...one, status, bank, bankCents };
    const differs = hasOtherAmount(compared) || (bank !== status && !isBehind(one));
    return { ...compared, differs };
  });
}

const hasOtherAmount = ({ bankCents, amountCents }: Pick<ComparedTransfer, 'bankCents' | 'amountCents'>) =>
  bankCents !== null && bankCents !== amountCents;

interface OrderedTransfer {
  id: string;
  reference: string;
}

/**
 * The states at the bank by transfer id, without those that it does not know. What fails is asked again, and is unknown
 * when it fails each time although the bank answers about others: one transfer must not end the comparison of all.
 */
async function bankStatesOf(
  platform: Platform,
  page: readonly Transfer[],
): Promise<Map<string, TransferState>> {
  const states = new Map<string, TransferState>();
  let open = page.flatMap(({ id, reference }): OrderedTransfer[] =>
    reference === null ? [] : [{ id, reference }],
  );
  for (let attempt = 0; attempt < MAX_ATTEMPTS && open.length > 0; attempt += 1) {
    for (let first = 0; first < open.length; first += MAX_CONCURRENT_REQUESTS)
      await askTogether(platform, open.slice(first, first + MAX_CONCURRENT_REQUESTS), states);
    open = open.filter(({ id }) => !states.has(id));
  }
  return states;
}

/** @throws while the bank answers about none of them, nor about another transfer */
async function askTogether(
  { db, payments, reportFailure }: Platform,
  transfers: readonly OrderedTransfer[],
  states: Map<string, TransferState>,
): Promise<void> {
  const answers = await Promise.allSettled(transfers.map(({ reference }) => payments.status(reference)));
  for (const [index, { id }] of transfers.entries()) {
    const answer = answers[index];
    if (answer?.status === 'fulfilled') states.set(id, answer.value);
    else reportFailure(answer?.reason, `books.compareTransfers of transfer ${id}`);
  }
  if (answers.some(({ status }) => status === 'fulfilled')) return;
  const other = await newestOther(db, transfers);
  if (other === null) throw answers.find((answer) => answer.status === 'rejected')?.reason;
  await payments.status(other);
}

/** The reference of the newest transfer that is not one of these; null where there is none. */
async function newestOther(db: Database, transfers: readonly OrderedTransfer[]): Promise<string | null> {
  const ids = transfers.map(({ id }) => id);
  const [newest] = await db
    .select({ reference: bankTransfers.reference })
    .from(bankTransfers)
    .where(and(isNotNull(bankTransfers.reference), notInArray(bankTransfers.id, ids)))
    .orderBy(desc(bankTransfers.id))
    .limit(1);
  return newest?.reference ?? null;
}

/** Current status of transfers that seemed to differ: they may have been settled while the bank was asked. */
async function statesNow(db: Database, transfers: readonly Transfer[]) {
  if (transfers.length === 0) return new Map<string, Transfer['status']>();
  const found = await db
    .select({ id: bankTransfers.id, status: bankTransfers.status })
    .from(bankTransfers)
    .where(
      inArray(
        bankTransfers.id,
        transfers.map(({ id }) => id),
      ),
    );
  return new Map(found.map(({ id, status }) => [id, status]));
}

function differenceOf(one: ComparedTransfer): BankDifference {
  const { id, status, bank, bankCents, amountCents } = one;
  const difference = { transferId: id, own: status, bank };
  return bankCents !== null && hasOtherAmount(one)
    ? { ...difference, amounts: { ownCents: amountCents, bankCents } }
    : difference;
}

function withPage(before: BankFindings, page: readonly ComparedTransfer[]): BankFindings {
  const bankCentsOf = ({ bankCents }: ComparedTransfer) => bankCents ?? 0;
  const ownCentsOf = ({ status, amountCents }: ComparedTransfer) =>
    status === 'completed' ? amountCents : 0;
  const plus = (sum: string, centsOf: typeof ownCentsOf, direction: Transfer['direction']) => {
    const cents = page.filter((one) => one.direction === direction).map(centsOf);
    return String(BigInt(sum) + BigInt(cents.reduce((total, one) => total + one, 0)));
  };
  const differing = page.filter(({ differs }) => differs);
  return {
    compared: before.compared + page.length,
    bankInCents: plus(before.bankInCents, bankCentsOf, 'deposit'),
    bankOutCents: plus(before.bankOutCents, bankCentsOf, 'withdrawal'),
    ownInCents: plus(before.ownInCents, ownCentsOf, 'deposit'),
    ownOutCents: plus(before.ownOutCents, ownCentsOf, 'withdrawal'),
    differing: before.differing + differing.length,
    differences: [...before.differences, ...differing.map(differenceOf)].slice(0, MAX_STORED_DIFFERENCES),
  };
}
