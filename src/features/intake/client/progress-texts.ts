import { isLate, promisedNext, promisedText } from '#features/submissions/client/index.ts';
import { formatDate } from '#kernel/time.ts';
import type { SavedDraft } from '../intake.contract.ts';

/**
 * What the owner of a submitted property hears next. No day is promised during a question and after the decision, and one
 * that has passed is owned up to.
 */
export function progressTexts(receipt: SavedDraft['receipt'], now: Date): string[] {
  if (receipt?.status === 'approved') return ['Your property was approved.'];
  if (receipt?.status === 'rejected') return ['Your property was not approved.'];
  if (receipt?.pausedAt) return ['We have a question for you. The review continues once you answer it.'];
  if (receipt && isLate({ ...receipt, respondBy: new Date(receipt.respondBy), pausedAt: null }, now))
    return [
      `We promised to answer by ${formatDate(receipt.respondBy)} and are late. We are sorry for the delay.`,
    ];
  const promised = receipt && { ...receipt, wayIn: 'wizard' as const };
  if (promised && promisedNext(promised) === 'proposal') return [`${promisedText(promised)}.`];
  const documented =
    "We'll review your property and contact you within 2-3 business days. An investment proposal follows within 3-5 business days.";
  if (!receipt?.proposalBy) return [documented];
  const [contact, proposal] = [formatDate(receipt.respondBy), formatDate(receipt.proposalBy)];
  return [documented, `That means contact by ${contact}, and the proposal by ${proposal}.`];
}
