import { expect, test } from 'vitest';
import type { ReviewedSubmission } from '../submissions.contract.ts';
import { readTyped, typedAtFirst } from './confirmation-form.ts';

test('reads amounts, percentages and whole numbers as they are typed', () => {
  expect(readTyped('valuation', { valuationCents: '1,250,000.50', basis: 'broker_opinion' })).toEqual({
    value: { item: 'valuation', valuationCents: 125_000_050, basis: 'broker_opinion' },
  });
  expect(readTyped('valuation', { valuationCents: '1', basis: '' })).toEqual({
    problems: { basis: 'Choose what the valuation is based on.' },
  });
  expect(readTyped('yield', { annualYieldBps: '7.25' })).toEqual({
    value: { item: 'yield', annualYieldBps: 725 },
  });
  const typed = { fundingDays: '90', minimumShares: '', minimumInvestmentCents: '500' };
  const debt = { mortgageCents: '300,000', repaymentCents: '300000' };
  expect(readTyped('terms', { ...typed, ...debt })).toEqual({
    value: {
      ...{ item: 'terms', fundingDays: 90, minimumShares: null, minimumInvestmentCents: 50_000 },
      ...{ mortgageCents: 30_000_000, repaymentCents: 30_000_000 },
    },
  });
  expect(readTyped('terms', { ...typed, ...debt, repaymentCents: '300000.01' })).toEqual({
    problems: { repaymentCents: 'At most the mortgage and other debt.' },
  });
});

test('names each field that cannot be read', () => {
  const answer = readTyped('terms', { fundingDays: '1.5', minimumShares: 'x', minimumInvestmentCents: '' });
  expect('problems' in answer && Object.keys(answer.problems)).toEqual([
    'fundingDays',
    'minimumShares',
    'minimumInvestmentCents',
    'mortgageCents',
    'repaymentCents',
  ]);
});

test('begins with the estimate of the wizard, and with what is confirmed once it is', () => {
  const submission = {
    fields: {
      estimates: { capRateBps: 960 },
      valuationCents: 100_000_000,
      equityOfferedBps: 4_000,
      minimumInvestmentCents: null,
      mortgageCents: 30_000_000,
    },
    confirmations: [],
  } as unknown as ReviewedSubmission;
  expect(typedAtFirst('valuation', submission)).toEqual({ valuationCents: '1000000.00', basis: '' });
  expect(typedAtFirst('yield', submission)).toEqual({ annualYieldBps: '9.60' });
  const owed = { mortgageCents: '300000.00', repaymentCents: '300000.00' };
  expect(typedAtFirst('terms', submission)).toMatchObject(owed);
  const quick = { ...submission, fields: { ...submission.fields, mortgageCents: null } };
  expect(typedAtFirst('terms', quick)).toMatchObject({ mortgageCents: '', repaymentCents: '' });
  const value = { item: 'valuation', valuationCents: 90_000_000, basis: 'sale' } as const;
  const confirmed = { ...submission, confirmations: [{ value }] } as unknown as ReviewedSubmission;
  expect(typedAtFirst('valuation', confirmed)).toEqual({ valuationCents: '900000.00', basis: 'sale' });
});
