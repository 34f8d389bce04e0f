import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Account, accounts, balanceChanges, type Transfer } from './ledger.rules.ts';

const userId = fc.constantFrom('ada', 'bob', 'cyd');
const propertyId = fc.integer({ min: 1, max: 3 });
const moneyAccount = fc.oneof(
  userId.map(accounts.userCash),
  userId.map(accounts.userWithdrawing),
  userId.map(accounts.userBidding),
  propertyId.map(accounts.propertyEscrow),
  fc.constant(accounts.bank()),
  fc.constant(accounts.processingFees()),
);
const shareAccount = fc
  .tuple(userId, propertyId)
  .chain(([user, property]) =>
    fc.constantFrom(
      accounts.userShares(user, property),
      accounts.userListed(user, property),
      accounts.propertyAvailable(property),
      accounts.propertyIssued(property),
    ),
  );
const amount = fc.integer({ min: 1, max: 1_000_000_000 });
const pair = (account: fc.Arbitrary<Account>) =>
  fc.tuple(account, account, amount).filter(([a, b]) => a.id !== b.id && a.asset === b.asset);
const transfer: fc.Arbitrary<Transfer> = fc
  .oneof(pair(moneyAccount), pair(shareAccount))
  .map(([debit, credit, many]) => ({ code: 'deposit', debit, credit, amount: many }));

describe('what transfers do to balances', () => {
  test('every asset is conserved: with the accounts that keep no balance, the changes add up to nothing', () => {
    fc.assert(
      fc.property(fc.array(transfer, { maxLength: 40 }), (transfers) => {
        const total = new Map<string, number>();
        const count = (asset: string, change: number) => total.set(asset, (total.get(asset) ?? 0) + change);
        for (const { account, change } of balanceChanges(transfers).values()) count(account.asset, change);
        for (const { debit, credit, amount: moved } of transfers) {
          if (debit.kind === null) count(debit.asset, -moved);
          if (credit.kind === null) count(credit.asset, moved);
        }
        expect([...total.values()].every((sum) => sum === 0)).toBe(true);
      }),
    );
  });

  test('the order of transfers makes no difference', () => {
    fc.assert(
      fc.property(fc.array(transfer, { maxLength: 20 }), (transfers) => {
        const changes = (list: readonly Transfer[]) =>
          [...balanceChanges(list)].map(([id, { change }]) => [id, change]).sort();
        expect(changes([...transfers].reverse())).toEqual(changes(transfers));
      }),
    );
  });

  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('refuses the amount %d', (bad) => {
    const transfers: Transfer[] = [
      { code: 'deposit', debit: accounts.bank(), credit: accounts.userCash('ada'), amount: bad },
    ];
    expect(() => balanceChanges(transfers)).toThrow('positive whole amount');
  });

  test('refuses to turn one asset into another', () => {
    const cases: [Account, Account][] = [
      [accounts.userCash('ada'), accounts.userShares('ada', 1)],
      [accounts.propertyAvailable(1), accounts.userShares('ada', 2)],
      [accounts.propertyIssued(1), accounts.propertyEscrow(1)],
    ];
    for (const [debit, credit] of cases) {
      expect(() => balanceChanges([{ code: 'investment', debit, credit, amount: 1 }])).toThrow(
        'cannot change',
      );
    }
  });

  test('refuses a transfer from an account to itself', () => {
    const cash = accounts.userCash('ada');
    expect(() => balanceChanges([{ code: 'deposit', debit: cash, credit: cash, amount: 1 }])).toThrow(
      'two accounts',
    );
  });

  test('refuses changes that are too large to be exact', () => {
    const huge = (): Transfer => ({
      code: 'deposit',
      debit: accounts.bank(),
      credit: accounts.userCash('ada'),
      amount: Number.MAX_SAFE_INTEGER,
    });
    expect(() => balanceChanges([huge(), huge()])).toThrow('not exact');
  });
});
