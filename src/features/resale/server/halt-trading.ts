import { resaleBooks } from '#db/schema/resale.ts';
import { propertyErrors } from '#features/properties/properties.contract.ts';
import { LARGE_CHANGE_TEXT } from '#features/valuations/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand, type Run } from '#platform/server/commands/run-command.ts';
import { typed } from '#platform/server/commands/typed-text.ts';
import { haltTradingInput, resaleErrors } from '../resale.contract.ts';
import { TRADING_HALTED } from '../resale.events.ts';
import { isHaltedByAdmin, lockBooks } from './market.ts';
import { requireImpartialToBook } from './require-impartial-to-book.ts';

/**
 * Halts trading in a property: nothing can be bought, listed or bid for until it resumes, and everyone sees the reason.
 * Open orders stay and can be canceled. A halt that would have ended by itself becomes one that an admin ends.
 * @throws PROPERTY_NOT_FOUND, OWN_PROPERTY, ALREADY_HALTED
 */
export const haltTrading = defineCommand({
  name: 'resale.haltTrading',
  input: haltTradingInput,
  access: 'admin',
  needsApproval: false,
  async run(run, { propertyId, reason }) {
    const { tx, actor } = run;
    const halts = await lockBooks(tx, { propertyIds: [propertyId] });
    if (!halts.has(propertyId)) throw new DomainError(propertyErrors.PROPERTY_NOT_FOUND);
    await requireImpartialToBook(tx, actor, propertyId);
    if (await isHaltedByAdmin(tx, propertyId)) throw new DomainError(resaleErrors.ALREADY_HALTED);
    await haltBook(run, { propertyId, reason, resumesAt: null });
    return { propertyId, haltReason: reason };
  },
  audit: ({ propertyId, reason }) => ({
    subject: `property:${propertyId}`,
    details: { reason: typed(reason) },
  }),
});

/** Halts a book that is locked; `resumesAt` is null when only an admin ends the halt. */
async function haltBook(
  { tx, now, emit }: Pick<Run, 'tx' | 'now' | 'emit'>,
  { propertyId, reason, resumesAt }: { propertyId: number; reason: string; resumesAt: Date | null },
): Promise<void> {
  const halt = { haltedAt: now, haltReason: reason, resumesAt };
  await tx
    .insert(resaleBooks)
    .values({ propertyId, ...halt })
    .onConflictDoUpdate({ target: resaleBooks.propertyId, set: halt });
  emit(TRADING_HALTED, { broadcast: { propertyId }, payload: { propertyId, reason } });
}

/** Halts a locked book after a large change of value. */
export async function haltAfterRevaluation(
  run: Pick<Run, 'tx' | 'now' | 'emit'>,
  propertyId: number,
  resumesAt: Date,
): Promise<string> {
  const reason = `A new valuation changed the value of a share by ${LARGE_CHANGE_TEXT}. Trading resumes at midnight UTC.`;
  await haltBook(run, { propertyId, reason, resumesAt });
  return reason;
}

const CLOSING_REASON =
  'Orders outside the new price range are being canceled. Trading resumes within a few minutes.';

/** Halts a locked book until no order is outside of the price band. */
export async function haltWhileClosing(
  run: Pick<Run, 'tx' | 'now' | 'emit'>,
  propertyId: number,
): Promise<string> {
  await haltBook(run, { propertyId, reason: CLOSING_REASON, resumesAt: run.now });
  return CLOSING_REASON;
}
