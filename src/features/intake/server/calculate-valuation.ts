import { and, eq } from 'drizzle-orm';
import { intakeDrafts } from '#db/schema/intake.ts';
import { DomainError } from '#kernel/errors.ts';
import { zipArea } from '#kernel/zip-codes.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { calculateValuationInput, intakeErrors, type SavedDraft } from '../intake.contract.ts';
import { missingText, problemsOf, wholeNumber } from '../intake.rules.ts';
import { estimateOf } from '../valuation.rules.ts';
import { emitChange, lockOpen, nextVersion } from './current-draft.ts';
import { recentSales } from './intake.queries.ts';

/**
 * Estimates the value of the property of the caller's draft, and stores it with the draft.
 * @throws NO_DRAFT, ALREADY_SUBMITTED, DRAFT_CHANGED, STEP_INCOMPLETE before the place and the size are given
 */
export const calculateValuation = defineCommand({
  name: 'intake.calculateValuation',
  input: calculateValuationInput,
  access: 'signedIn',
  whileFrozen: true,
  async run(run, { expectedVersion }): Promise<SavedDraft> {
    const { tx, actor, now } = run;
    const draft = await lockOpen(run, expectedVersion);
    const problems = problemsOf(1, draft, { valuation: null, documentKinds: [], now });
    const message = missingText(problems);
    if (message !== null) throw new DomainError(intakeErrors.STEP_INCOMPLETE, { message });
    const zipCode = zipArea(draft.propertyDetails.zipCode.trim());
    const squareFeet = wholeNumber(draft.propertyDetails.squareFootage) ?? 0;
    const sales = await recentSales(tx, zipCode, now);
    const valuation = {
      zipCode,
      squareFeet,
      calculatedAt: now.toISOString(),
      estimates: estimateOf({ zipCode, squareFeet }, sales),
    };
    const version = await nextVersion(run);
    await tx
      .update(intakeDrafts)
      .set({ valuation, version, savedAt: now })
      .where(and(eq(intakeDrafts.ownerId, actor.userId), eq(intakeDrafts.state, 'open')));
    emitChange(run, version);
    return { ...draft, version, savedAt: now.toISOString(), valuationData: valuation };
  },
  audit: (_, { version }) => ({ subject: `intake:${version}` }),
});
