import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { operatingIncome } from './distributions.rules.ts';
import { type DraftImport, entryChoice } from './entries.contract.ts';
import {
  addedBy,
  atBank,
  differenceOf,
  refuseEntries,
  rememberedName,
  sumOfEntries,
} from './entries.rules.ts';

const entry = fc.record({
  line: fc.constantFrom(...entryChoice.options),
  importId: fc.constantFrom(null, 'file'),
  amountCents: fc.integer({ min: -1_000_000, max: 1_000_000 }),
});

describe('the lines of a month', () => {
  test('are the sums of their entries, and a bank account with all of them moved by their net', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 40 }), (entries) => {
        const lines = sumOfEntries(entries);
        const total = Object.values(lines).reduce((sum, cents) => sum + cents, 0);
        expect(total).toBe(entries.reduce((sum, one) => sum + addedBy(one), 0));
        const moved = entries
          .filter(({ line, importId }) => importId !== null && line !== 'leftOut')
          .reduce((sum, { amountCents }) => sum + amountCents, 0);
        const ofBank = sumOfEntries(entries.filter(({ importId }) => importId !== null));
        expect(operatingIncome(ofBank) - ofBank.reserveCents + ofBank.reserveWithdrawnCents).toBe(moved);
      }),
    );
  });

  test('are the same whether a row is read from the bank or back from its report', () => {
    for (const line of entryChoice.exclude(['leftOut']).options)
      expect(atBank(line, atBank(line, -1_250))).toBe(-1_250);
  });
});

const file: DraftImport = {
  id: 'a',
  fileName: 'september.ofx',
  kind: 'ofx',
  account: '…4321',
  isOtherAccount: false,
  isAccountConfirmed: false,
  firstDate: '2026-09-01',
  lastDate: '2026-09-30',
  rows: 2,
  rowsCents: 90_000,
  openingCents: 10_000,
  closingCents: 100_000,
  openingSource: 'owner',
  differenceReason: null,
  outside: 0,
  repeated: 0,
};
const rent = { line: 'rent', importId: 'a', amountCents: 100_000 } as const;

test.each([
  ['nothing', [rent], [file], null],
  ['an entry without a line', [rent, { ...rent, line: null }], [file], 'ENTRY_UNDECIDED'],
  ['a line below zero', [{ ...rent, line: 'taxes' as const }], [file], 'LINES_REFUSED'],
  [
    'more vacancy than rent',
    [rent, { ...rent, line: 'vacancy' as const, amountCents: -100_001 }],
    [],
    'LINES_REFUSED',
  ],
  ['another account', [rent], [{ ...file, isOtherAccount: true }], 'ACCOUNT_UNCONFIRMED'],
  ['a confirmed other account', [rent], [{ ...file, isOtherAccount: true, isAccountConfirmed: true }], null],
  ['a cent too few', [rent], [{ ...file, closingCents: 100_001 }], 'BALANCE_UNEXPLAINED'],
  [
    'a cent too few, with a reason',
    [rent],
    [{ ...file, closingCents: 100_001, differenceReason: 'Interest' }],
    null,
  ],
  ['no opening balance', [rent], [{ ...file, openingCents: null }], 'BALANCE_UNEXPLAINED'],
  ['no closing balance', [rent], [{ ...file, openingCents: null, closingCents: null }], null],
])('what stands in the way of a month with %s', (_, entries, imports, code) => {
  expect(refuseEntries(entries, imports)?.code ?? null).toBe(code);
});

test('a difference is the closing balance less the sum of the rows', () => {
  expect(differenceOf({ ...file, closingCents: 99_000 })).toBe(-1_000);
});

test('a counterparty is remembered without the numbers of one transaction', () => {
  expect(rememberedName('ACH Credit 00123 ADA Tenant #9')).toBe('ach credit ada tenant');
});
