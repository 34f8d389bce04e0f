import { expect, test } from 'vitest';
import { registeredCommands } from '#platform/server/commands/command-registry.ts';
import { BY_JOBS, SELDOM_BY_JOBS } from '#tests/model/by-jobs.ts';
import { slices } from '#tests/model/operations/index.ts';
import { definedCommands, leadingTo, serverSources } from './sources.ts';

/** Everything that writes transfers calls one of these. */
const POSTING = ['ledger.ts post', 'ledger.ts ledgerWrites', 'pay-each.ts payEach'].map(
  (name) => `src/features/ledger/server/${name}`,
);

/** Slices that decide about money and shares, besides those that move them. */
const DECIDING = ['approvals', 'freezes', 'governance', 'valuations'];

/** What the model does not play, with what proves it. */
const EXCUSED: Record<string, string> = {
  'approvals.object': 'Moves nothing (reset-second-factor.test.ts).',
  'approvals.recordSetting': 'Moves nothing (approvals.test.ts).',
  'approvals.withdraw': 'Moves nothing (approvals.test.ts).',
  'autoInvest.simulate': 'Buys nothing (auto-invest.test.ts).',
  'autoInvest.skip': 'Keeps a later run from buying (auto-invest.test.ts).',
  'distributions.importBankFile': 'Fills a draft; the report of it is played (entries.test.ts).',
  'governance.followUp': 'Notes what became of an accepted proposal (governance.test.ts).',
  'properties.refuseImage': 'Moves nothing (property-images.test.ts).',
  'properties.storeImage': 'Moves nothing (property-images.test.ts).',
  'resale.closeUnverifiedBids': 'Closes bids as closeExpired does, which is played (resale.race.test.ts).',
  'resale.closeEarlierBids': 'Closes bids as closeExpired does, which is played (order-flow.test.ts).',
  'submissions.answer': 'Moves nothing (owner-side.test.ts).',
  'submissions.approve': 'Issues shares as properties.submit does, which is played (review.test.ts).',
  'submissions.ask': 'Moves nothing (review.test.ts).',
  'submissions.confirm': 'Moves nothing (review.test.ts).',
  'submissions.dateDocument': 'Moves nothing (submissions.test.ts).',
  'submissions.discardUnfiled': 'Moves nothing (submissions.test.ts).',
  'submissions.judgeDocument': 'Moves nothing (review.test.ts).',
  'submissions.recordContact': 'Moves nothing (review.test.ts).',
  'submissions.reject': 'Moves nothing (review.test.ts).',
  'submissions.removeDocument': 'Moves nothing (submissions.test.ts).',
  'submissions.submit': 'Moves nothing (submissions.test.ts).',
  'submissions.uploadDocument': 'Moves nothing (submissions.test.ts).',
};

const sources = serverSources();
const posting = leadingTo(POSTING, sources);
const defined = await definedCommands(sources);
const moving = defined
  .filter(({ file, declaration }) => posting.has(`${file} ${declaration.name}`))
  .map(({ name }) => name);
const sliceOf = (name: string) => name.split('.')[0] ?? '';
const inQuestion = [...DECIDING, ...moving.map(sliceOf)];
const commands = registeredCommands().map(({ name }) => name);
const excused = [...BY_JOBS, ...SELDOM_BY_JOBS, ...Object.keys(EXCUSED)];
const played = new Set(slices.flatMap(({ operations }) => operations.map(({ name }) => name)));

test('every command of a slice that moves money or shares, or decides about them, is played by the model, or excused', () => {
  expect(moving).toEqual(
    expect.arrayContaining(['investing.invest', 'distributions.payChunk', 'submissions.approve']),
  );
  const unplayed = commands.filter((name) => inQuestion.includes(sliceOf(name)) && !played.has(name));
  expect(unplayed.filter((name) => !excused.includes(name)).sort()).toEqual([]);
});

test('nothing is excused that does not exist or that the model plays', () => {
  expect(excused.filter((name) => !commands.includes(name) || played.has(name))).toEqual([]);
});

test('no command moves money or shares that is excused because it moves nothing', () => {
  const movesNothing = Object.keys(EXCUSED).filter((name) => EXCUSED[name]?.startsWith('Moves nothing'));
  expect(movesNothing.filter((name) => moving.includes(name))).toEqual([]);
});
