import { expect, test } from 'vitest';
import type { ReviewedSubmission } from '../submissions.contract.ts';
import { incomeHint, readTyped, typedAtFirst } from './confirmation-form.ts';
import { yieldProblem } from './confirmation-texts.ts';

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
  expect(readTyped('terms', { ...typed, ...debt, minimumShares: '1,000' })).toMatchObject({
    value: { minimumShares: 1_000 },
  });
  expect(readTyped('terms', { ...typed, ...debt, minimumShares: '0x10' })).toEqual({
    problems: { minimumShares: 'Enter a whole number.' },
  });
  expect(readTyped('terms', { ...typed, ...debt, repaymentCents: '300000.01' })).toEqual({
    problems: { repaymentCents: 'Cannot be more than the mortgage and other debt.' },
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

test("begins with the owner's figures, not with estimates, or the confirmed value once there is one", () => {
  const submission = {
    fields: {
      estimates: null,
      valuationCents: 100_000_000,
      equityOfferedBps: 4_000,
      minimumInvestmentCents: null,
      mortgageCents: 30_000_000,
    },
    confirmations: [],
  } as unknown as ReviewedSubmission;
  expect(typedAtFirst('valuation', submission)).toEqual({ valuationCents: '1000000.00', basis: '' });
  const owed = { mortgageCents: '300000.00', repaymentCents: '300000.00' };
  expect(typedAtFirst('terms', submission)).toMatchObject(owed);
  const quick = { ...submission, fields: { ...submission.fields, mortgageCents: null } };
  expect(typedAtFirst('terms', quick)).toMatchObject({ mortgageCents: '', repaymentCents: '' });
  const wizard = { ...submission, fields: { ...submission.fields, estimates: { capRateBps: 960 } } };
  expect(typedAtFirst('valuation', wizard as ReviewedSubmission)).toEqual({ valuationCents: '', basis: '' });
  const value = { item: 'valuation', valuationCents: 90_000_000, basis: 'sale' } as const;
  const confirmed = { ...submission, confirmations: [{ value }] } as unknown as ReviewedSubmission;
  expect(typedAtFirst('valuation', confirmed)).toEqual({ valuationCents: '900000.00', basis: 'sale' });
});

const owed = {
  valuationCents: 80_000_000,
  equityOfferedBps: 4_000,
  minimumInvestmentCents: null,
  mortgageCents: null,
};

test('the yield begins with the estimate of the wizard only where the confirmed net income supports it', () => {
  const fields = { estimates: { capRateBps: 960 }, ...owed };
  const withIncome = (netIncomeCents: number, isValid = true) =>
    ({
      fields,
      confirmations: [
        { value: { item: 'valuation', valuationCents: 80_000_000, basis: 'appraisal' }, isValid: true },
        { value: { item: 'netIncome', netIncomeCents }, isValid },
      ],
    }) as unknown as ReviewedSubmission;
  const typed = { item: 'yield', annualYieldBps: 960 } as const;
  const unsupported = withIncome(5_600_000);
  expect(typedAtFirst('yield', unsupported)).toEqual({ annualYieldBps: '' });
  expect(incomeHint('yield', unsupported)).toBe('The confirmed net income is 7.0% of the valuation.');
  expect(yieldProblem(typed, unsupported)).toContain('$56,000 a year on $800,000 is 7.0%.');
  const supported = withIncome(7_400_000);
  expect(typedAtFirst('yield', supported)).toEqual({ annualYieldBps: '9.60' });
  expect(yieldProblem(typed, supported)).toBe(null);
  const refused = withIncome(7_400_000, false);
  expect(typedAtFirst('yield', refused)).toEqual({ annualYieldBps: '' });
  expect(incomeHint('yield', refused)).toContain('Confirm the valuation and the annual net income first');
});
