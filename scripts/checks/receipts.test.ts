import { expect, test } from 'vitest';
import { ACTIONS_WITH_RECEIPT } from '#features/notifications/server/receipts.queries.ts';
import { definedCommands, serverSources } from './sources.ts';

/** Purchases without a receipt, with the reason. */
const EXCUSED: Record<string, string> = {
  'referrals.buyReward': 'The person pays nothing, and is notified of the reward (referrals.test.ts).',
};

test('every command that buys shares on the primary market has a receipt', async () => {
  const purchases = (await definedCommands(serverSources()))
    .filter(({ declaration }) => /\bpurchaseCommand(?:<[^(]*>)?\(\s*'/.test(declaration.text))
    .map(({ name }) => name);
  expect(purchases).toEqual(expect.arrayContaining(['investing.invest', 'investing.reinvest']));
  const excused = Object.keys(EXCUSED);
  const silent = purchases.filter((name) => !ACTIONS_WITH_RECEIPT.includes(name) && !excused.includes(name));
  expect(silent).toEqual([]);
  expect(excused.filter((name) => !purchases.includes(name))).toEqual([]);
});
