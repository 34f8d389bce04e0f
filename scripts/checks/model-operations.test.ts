import { expect, test } from 'vitest';
import { appRouter } from '#app/server/app-router.ts';
import { slices } from '#tests/model/operations/index.ts';

/**
 * Slices none of whose commands move money or shares: the model need not play them. The one exception,
 * submissions.approve, issues shares as properties.submit and setStatus do, which are played; it is proven by
 * review.test.ts and submissions.race.test.ts.
 */
const MOVES_NOTHING = [
  'audit', 'books', 'certificates', 'documentCenter', 'documents', 'files', 'identity', 'intake', 'jobs', 'kyc',
  'learn', 'legal', 'notifications', 'onboarding', 'ownData', 'registers', 'search', 'submissions', 'tax', 'waitlist', 'watchlist',
]; // biome-ignore format: a list of names

/** Commands of the other slices that are proven elsewhere, each with the reason. */
const EXCUSED: Record<string, string> = {
  'autoInvest.simulate': 'Buys nothing (auto-invest.test.ts).',
  'autoInvest.skip': 'Keeps a later run from buying (auto-invest.test.ts).',
  'approvals.object': 'Moves nothing (reset-second-factor.test.ts).',
  'approvals.withdraw': 'Moves nothing (approvals.test.ts).',
  'governance.followUp': 'Notes what became of an accepted proposal; it moves nothing (governance.test.ts).',
};

const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;
const mutations = Object.keys(procedures).filter((name) => procedures[name]?._def.type === 'mutation');
const played = new Set(slices.flatMap(({ operations }) => operations.map(({ name }) => name)));

test('every command of a slice that moves money or shares is played by the model, or excused', () => {
  const inQuestion = mutations.filter((name) => !MOVES_NOTHING.includes(name.split('.')[0] ?? ''));
  expect(inQuestion.filter((name) => !played.has(name) && !(name in EXCUSED))).toEqual([]);
});

test('nothing is excused that does not exist or that the model plays', () => {
  const stale = Object.keys(EXCUSED).filter((name) => !mutations.includes(name) || played.has(name));
  expect(stale).toEqual([]);
});
