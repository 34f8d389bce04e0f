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
  'autoInvest.saveSettings': 'Says what a later run may buy (auto-invest.test.ts, auto-invest.race.test.ts).',
  'autoInvest.simulate': 'Buys nothing (auto-invest.test.ts).',
  'autoInvest.skip': 'Keeps a later run from buying (auto-invest.test.ts).',
  'distributions.saveMonthDraft': 'Stores what is not reported yet; it moves nothing (entries.test.ts).',
  'distributions.reportMonthDraft':
    'Adds up a draft and then does what reportMonth does, which is played (entries.test.ts, distributions.race.test.ts).',
  'offerings.payLender':
    'Needs a mortgage, which only a reviewed submission brings (escrow.test.ts, escrow.race.test.ts, verify).',
  'approvals.request': 'Moves nothing: it undoes its rehearsal (approvals.test.ts).',
  'approvals.execute':
    'Runs a command that the model plays, by two admins; the model has one (approvals.test.ts, race).',
  'approvals.decline': 'Moves nothing (approvals.test.ts).',
  'approvals.object': 'Moves nothing (reset-second-factor.test.ts).',
  'approvals.withdraw': 'Moves nothing (approvals.test.ts).',
  'referrals.makeCode': 'Makes a code; it moves nothing (referrals.test.ts).',
  'referrals.chooseReward':
    'Needs three verified people whose offerings are funded; its money and shares are proven by referrals.test.ts, by ' +
    'referrals.race.test.ts and by the invariants of verify.',
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
