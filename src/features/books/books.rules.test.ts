import { expect, test } from 'vitest';
import { accounts } from '#features/ledger/ledger.rules.ts';
import { auditSubjectOf, kindName } from './books.rules.ts';

test('every account that holds money has a name', () => {
  const known = [
    accounts.userCash('u'),
    accounts.userWithdrawing('u'),
    accounts.userBidding('u'),
    accounts.propertyEscrow(1),
    accounts.propertyMortgage(1),
    accounts.propertyRent(1),
    accounts.propertyReserve(1),
    accounts.propertyPayable(1),
    accounts.promotions(),
    accounts.bank(),
    accounts.managementFees(),
    accounts.processingFees(),
    accounts.resaleFees(),
  ];
  for (const { kind, id } of known) expect(kindName(kind ?? id)).not.toBe(kind ?? id);
});

test('a drift leads to the audit rows of what it names', () => {
  expect(auditSubjectOf('transfer 7f0e')).toBe('transfer:7f0e');
  expect(auditSubjectOf('user:7:cash')).toBeNull();
});
