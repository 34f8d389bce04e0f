import { and, eq } from 'drizzle-orm';
import { reinvestmentChoices } from '#db/schema/distributions.ts';
import { ledgerAccounts } from '#db/schema/ledger.ts';
import { isHolding } from '#features/ledger/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { distributionErrors, setReinvestmentInput } from '../distributions.contract.ts';
import { REINVESTMENT_CHOSEN } from '../distributions.events.ts';

/**
 * Chooses for a holding whether its distributions buy more shares or stay in cash.
 * @throws NOT_A_HOLDER
 */
export const setReinvestment = defineCommand({
  name: 'distributions.setReinvestment',
  input: setReinvestmentInput,
  access: 'signedIn',
  async run({ tx, actor, now, emit }, { propertyId, reinvest }) {
    const own = { userId: actor.userId, propertyId };
    if (reinvest) {
      const [held] = await tx
        .select({ id: ledgerAccounts.id })
        .from(ledgerAccounts)
        .where(
          and(eq(ledgerAccounts.userId, actor.userId), eq(ledgerAccounts.propertyId, propertyId), isHolding),
        )
        .limit(1);
      if (!held) throw new DomainError(distributionErrors.NOT_A_HOLDER);
      await tx
        .insert(reinvestmentChoices)
        .values({ ...own, chosenAt: now })
        .onConflictDoNothing();
    } else {
      await tx
        .delete(reinvestmentChoices)
        .where(
          and(eq(reinvestmentChoices.userId, actor.userId), eq(reinvestmentChoices.propertyId, propertyId)),
        );
    }
    emit(REINVESTMENT_CHOSEN, { userId: actor.userId, payload: { propertyId, reinvest } });
    return { propertyId, reinvest };
  },
  audit: ({ propertyId, reinvest }) => ({ subject: `property:${propertyId}`, details: { reinvest } }),
});
