import fc from 'fast-check';
import { api, newKey, type Person } from '../../support/actors.ts';
import { decideOn, fillApplication } from '../../support/applicants.ts';
import { any } from '../choices.ts';
import { isFrozen } from '../freezes.ts';
import { pick, type World } from '../model.ts';
import { operation, type SliceOperations } from '../operation.ts';
import { provenAt } from '../proof.ts';
import { taxNumbersIn } from '../twins.ts';

let numbers = 0;

/** A tax number that nobody of another world has. */
export function taxNumber(): string {
  numbers += 1;
  const serial = String(1 + (numbers % 9_998)).padStart(4, '0');
  return `219-${String(10 + Math.floor(numbers / 9_998)).padStart(2, '0')}-${serial}`;
}

/** Verifies people with their tax numbers. */
export async function verify(
  { clock, model }: World,
  people: readonly { person: Person; number: string }[],
): Promise<void> {
  for (const { person, number } of people) {
    const applicant = provenAt(person, clock.now());
    await fillApplication(applicant, number);
    await api(applicant).kyc.submit({ riskAcknowledged: true, requestId: newKey() });
    await decideOn(applicant, 'approved', { admin: model.admin });
    taxNumbersIn(model).set(person.id, number);
  }
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
    if (!owner || !other || taxNumbersIn(model).size > 0) return null;
    const people = [owner, other];
    return people.some(({ id }) => isFrozen(model, id)) ? null : { by: model.admin, input: { people } };
  },
  refusals: [],
  refuse: () => null,
  call: (world, { input: { people } }) => {
    const number = taxNumber();
    return verify(
      world,
      people.map((person) => ({ person, number })),
    );
  },
  accept: () => null,
});

export const twins: SliceOperations = { operations: [verification] };
