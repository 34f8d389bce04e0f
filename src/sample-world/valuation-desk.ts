import { approve, file } from '#features/valuations/server/index.ts';
import { present } from '#kernel/assert.ts';
import { dayText } from '#kernel/time.ts';
import { sampleProperties } from './cast.ts';
import { fileSampleDocument } from './documents.ts';
import type { UserContext } from './identities.ts';
import type { Participant, Step } from './steps.ts';
import { ownerOf } from './timeline.ts';
import { valuedAt } from './valuations.ts';

type ValuationStep = Extract<Step, { do: 'value' | 'approve valuation' }>;

export const isValuationStep = (step: Step): step is ValuationStep =>
  step.do === 'value' || step.do === 'approve valuation';

/** Plays valuations: owners file them with an appraisal, and the admin approves them. */
export function createValuationDesk({
  as,
  propertyIdOf,
}: {
  as: (who: Participant) => UserContext;
  propertyIdOf: (property: number) => number;
}) {
  const valuationIds = new Map<number, string>();

  return async function value(step: ValuationStep, requestId: string): Promise<void> {
    if (step.do === 'approve valuation') {
      const valuationId = present(valuationIds.get(step.valuation), 'a filed valuation');
      await approve(as('admin'), { valuationId, requestId });
      return;
    }
    const { property, basis, at } = step;
    const owner = as(ownerOf(property));
    const { submission } = present(sampleProperties[property], 'a sample property');
    const [propertyId, valuationCents] = [propertyIdOf(property), valuedAt(step)];
    const documentId = await fileSampleDocument(owner, 'appraisal', {
      propertyId,
      submission,
      valuationCents,
    });
    const { id } = await file(owner, {
      propertyId,
      effectiveOn: dayText(at),
      amountCents: valuationCents,
      debtCents: 0,
      basis,
      documentId,
      requestId,
    });
    valuationIds.set(step.valuation, id);
  };
}
