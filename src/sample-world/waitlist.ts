import { DAY } from '#kernel/time.ts';
import type { Chance } from './random.ts';
import type { Step } from './steps.ts';

const DAYS = 150;
const FAMILIES = ['Abara', 'Brandt', 'Castillo', 'Dufour', 'Ekholm', 'Farkas', 'Haddad', 'Ivers', 'Kimura'];
const GIVEN = ['Amara', 'Bruno', 'Celia', 'Dario'];

/** People who joined the waitlist; one in three left no name. */
export function waitlistSteps(chance: Chance, now: Date): Step[] {
  return FAMILIES.flatMap((family) =>
    GIVEN.map((given) => ({
      at: new Date(now.getTime() - Math.floor(chance.next() ** 2 * DAYS * DAY) - DAY / 2),
      do: 'join waitlist' as const,
      email: `${given}.${family}@example.test`.toLowerCase(),
      ...(chance.next() < 2 / 3 && { name: `${given} ${family}` }),
    })),
  );
}
