import fc from 'fast-check';
import { api, newKey } from '../../support/actors.ts';
import { decideOn, fillApplication } from '../../support/applicants.ts';
import { any } from '../choices.ts';
import { isFrozen } from '../freezes.ts';
import { pick } from '../model.ts';
import { operation, type SliceOperations } from '../operation.ts';
import { provenAt } from '../proof.ts';
import { twinsIn } from '../twins.ts';

let numbers = 0;

/** A tax number that nobody of another world has. */
function taxNumber(): string {
  numbers += 1;
  const serial = String(1 + (numbers % 9_998)).padStart(4, '0');
  return `219-${String(10 + Math.floor(numbers / 9_998)).padStart(2, '0')}-${serial}`;
}

const verification = operation({
  name: 'two accounts turn out to be one person’s',
  kind: 'passage of time',
  weight: 2,
  choice: fc.record({ which: any, who: any }),
  ask: (model, { which, who }) => {
    const [owner, others] = [pick(model.properties, which)?.owner, model.people];
    const other = pick(
      others.filter(({ id }) => id !== owner?.id),
      who,
    );
    if (!owner || !other || twinsIn(model).size > 0) return null;
    const people = [owner, other];
    return people.some(({ id }) => isFrozen(model, id)) ? null : { by: model.admin, input: { people } };
  },
  refusals: [],
  refuse: () => null,
  call: async ({ clock }, { by, input: { people } }) => {
    const ssn = taxNumber();
    for (const person of people.map((one) => provenAt(one, clock.now()))) {
      await fillApplication(person, ssn);
      await api(person).kyc.submit({ riskAcknowledged: true, requestId: newKey() });
      await decideOn(person, 'approved', { admin: by });
    }
  },
  accept: ({ model }, { input: { people } }) => {
    for (const { id } of people) twinsIn(model).add(id);
    return null;
  },
});

export const twins: SliceOperations = { operations: [verification] };
