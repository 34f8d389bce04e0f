import { size } from '../support/sizes.ts';

const FIRST = Number(process.env.TEST_SEED ?? 1);
/** Prime, so that what depends on the parity of a seed, or on every third one, is played on both databases. */
const ONE_ON_EMBEDDED_OF = 67;

/**
 * The seeds of a run, shared out: most are played on Postgres, which is several times faster, a few on the embedded
 * database. TEST_SEED sets the first one.
 */
export function seedsOf(database: 'postgres' | 'embedded'): number[] {
  const all = Array.from({ length: size('modelSeeds') }, (_, at) => FIRST + at);
  return all.filter((_, at) => (at % ONE_ON_EMBEDDED_OF === 0) === (database === 'embedded'));
}
