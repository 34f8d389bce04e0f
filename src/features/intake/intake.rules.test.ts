import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { filedSubmission } from '#features/submissions/submissions.contract.ts';
import { assert } from '#kernel/assert.ts';
import {
  type IntakeDraft,
  intakePropertyType,
  liquidationChoice,
  minimumInvestmentChoice,
  ownershipChoice,
  timelineChoice,
} from './intake.contract.ts';
import {
  differingFields,
  draftOfFiling,
  emptyDraft,
  filingOf,
  firstOpenStep,
  fundingDaysOf,
  isOutdated,
  missingText,
  ownershipBps,
  problemsOf,
} from './intake.rules.ts';
import { estimateOf } from './valuation.rules.ts';

const now = new Date('2026-11-24T18:00:00Z');
const valuationOf = (zipCode: string, squareFeet: number) => ({
  zipCode,
  squareFeet,
  calculatedAt: now.toISOString(),
  estimates: estimateOf({ zipCode, squareFeet }, []),
});
const facts = { valuation: valuationOf('78701', 2_400), documentKinds: ['deed'] as const, now };

type Fields = Partial<IntakeDraft['propertyDetails'] & IntakeDraft['ownershipInfo']>;
function draftOf(fields: Fields = {}): IntakeDraft {
  const details = { ...emptyDraft.propertyDetails, address: '12 Orchard Lane', city: 'Austin' };
  const typed = { ...details, zipCode: '78701', squareFootage: '2,400' };
  const owned = { ...emptyDraft.ownershipInfo, ownerName: 'Olga Reyes', ownershipPercentage: '100' as const };
  const given = (part: object) => Object.fromEntries(Object.entries(fields).filter(([name]) => name in part));
  return {
    propertyDetails: { ...typed, ...given(typed) },
    ownershipInfo: { ...owned, ...given(owned) },
    currentStep: 1,
  };
}
const problems = (step: 1 | 2 | 3 | 4, fields?: Fields, more = {}) =>
  missingText(problemsOf(step, draftOf(fields), { ...facts, ...more }));

describe('step 1', () => {
  test('needs address, city, ZIP code and square footage, and no more', () => {
    expect(missingText(problemsOf(1, emptyDraft, facts))).toBe(
      'Still needed: Property Address, City, ZIP Code, Square Footage.',
    );
    expect(problems(1)).toBe(null);
  });

  test.each([
    [{ zipCode: '7870' }, 'To correct: ZIP Code.'],
    [{ squareFootage: '0' }, 'To correct: Square Footage.'],
    [{ squareFootage: '7,000,001' }, 'To correct: Square Footage.'],
    [{ squareFootage: '12.5' }, 'To correct: Square Footage.'],
    [{ squareFootage: '2,4' }, 'To correct: Square Footage.'],
    [{ yearBuilt: '1599' }, 'To correct: Year built.'],
    [{ yearBuilt: '2028' }, 'To correct: Year built.'],
    [{ bathrooms: '2.3' }, 'To correct: Bathrooms.'],
    [{ city: '', lotSize: 'big' }, 'Still needed: City. To correct: Lot size.'],
    [{ zipCode: '00001' }, 'Still needed: State.'],
    [{ zipCode: '00001', state: 'TX' }, null],
    [{ yearBuilt: '2027', bathrooms: '2.5', lotSize: '6,000', bedrooms: '4' }, null],
  ])('with %j says %s', (fields, text) => {
    expect(problems(1, fields)).toBe(text);
  });
});

test.each([
  [['deed'], true],
  [['taxRecords'], true],
  [['photo'], true],
  [['insurance', 'inspection', 'appraisal'], false],
] as const)('step 2 with %j is valid: %s', (documentKinds, isValid) => {
  expect(problems(2, {}, { documentKinds }) === null).toBe(isValid);
});

describe('step 3', () => {
  test('needs a valuation', () => {
    expect(problems(3, {}, { valuation: null })).toBe('Calculate the valuation.');
    expect(problems(3)).toBe(null);
  });

  test.each([
    [{ zipCode: '78702' }, true],
    [{ squareFootage: '2401' }, true],
    [{ zipCode: '78701-1234', squareFootage: '2400', city: 'Dallas' }, false],
  ])('has an outdated one with %j: %s', (fields, outdated) => {
    expect(isOutdated(draftOf(fields).propertyDetails, facts.valuation)).toBe(outdated);
    expect(problems(3, fields) === null).toBe(!outdated);
  });
});

describe('step 4', () => {
  test('needs the name and the percentage, and with another percentage its number', () => {
    expect(problems(4, { ownerName: ' ', ownershipPercentage: '' })).toBe(
      'Still needed: Owner name, Ownership percentage.',
    );
    const other = { ownershipPercentage: 'other' } as const;
    expect(problems(4, other)).toBe('Still needed: Percentage owned.');
    expect(problems(4, { ...other, otherPercentage: '101' })).toBe('To correct: Percentage owned.');
    expect(problems(4, { ...other, otherPercentage: '33.34%' })).toBe(null);
    expect(ownershipBps({ ...other, otherPercentage: '33.34%' })).toBe(3_334);
  });

  test('refuses what is worth less than one share', () => {
    const tiny = { valuation: valuationOf('60601', 3) };
    expect(problems(4, { desiredLiquidation: '10' }, tiny)).toBe('To correct: Desired liquidation.');
    expect(problems(4, { desiredLiquidation: '25' }, tiny)).toBe(null);
  });

  test('refuses amounts that are none', () => {
    expect(problems(4, { mortgageBalance: 'much', monthlyPayment: '-1' })).toBe(
      'To correct: Mortgage balance, Monthly payment.',
    );
  });
});

test('a step opens when those before it are valid', () => {
  expect(firstOpenStep(emptyDraft, facts)).toBe(1);
  expect(firstOpenStep(draftOf(), { ...facts, documentKinds: [] })).toBe(2);
  expect(firstOpenStep(draftOf(), { ...facts, valuation: null })).toBe(3);
  expect(firstOpenStep(draftOf({ ownerName: '' }), facts)).toBe(4);
  expect(firstOpenStep(draftOf(), facts)).toBe(5);
});

test.each([
  ['30', 30],
  ['60', 60],
  ['90', 90],
  ['flexible', 365],
] as const)('the timeline %s gives the offering %i days', (targetFunding, days) => {
  expect(fundingDaysOf({ targetFunding })).toBe(days);
});

test('a valid draft is filed with its terms', () => {
  const draft = draftOf({
    propertyType: 'duplex',
    ownershipPercentage: '50',
    mortgageBalance: '$120,000.50',
    desiredLiquidation: '40',
    minimumInvestment: '500',
    targetFunding: '90',
  });
  expect(filingOf(draft, facts.valuation)).toMatchObject({
    name: '12 Orchard Lane',
    state: 'TX',
    propertyType: 'residential',
    subtype: 'duplex',
    valuationCents: 96_000_000,
    equityOfferedBps: 4_000,
    ownershipBps: 5_000,
    mortgageCents: 12_000_050,
    monthlyPaymentCents: null,
    minimumInvestmentCents: 50_000,
    fundingDays: 90,
  });
});

test.each([
  ['', null],
  ['  ', null],
  ['0', 0],
])('a mortgage typed as %j is filed as %s cents, and filled in again', (typed, cents) => {
  const fields = filingOf(draftOf({ mortgageBalance: typed, monthlyPayment: typed }), facts.valuation);
  expect([fields.mortgageCents, fields.monthlyPaymentCents]).toEqual([cents, cents]);
  const { ownershipInfo } = draftOfFiling({ ...fields, subtype: fields.subtype ?? null }, facts.now).draft;
  expect([ownershipInfo.mortgageBalance, ownershipInfo.monthlyPayment]).toEqual([typed.trim(), typed.trim()]);
});

test('whatever is typed, a draft without problems can be filed, and filled in again from what was filed', () => {
  const odd = fc.oneof(fc.constantFrom('  ', '2.5', '1,000', '$3', '-1', '1e3', '٣'), fc.string());
  const text = fc.oneof({ arbitrary: fc.constantFrom('', '1', '12'), weight: 8 }, odd);
  const usually = (...good: string[]) =>
    fc.oneof({ arbitrary: fc.constantFrom(...good), weight: 8 }, fc.string({ maxLength: 140 }));
  const fields = fc.record({
    propertyType: fc.constantFrom('' as const, ...intakePropertyType.options),
    address: usually('12 Orchard Lane'),
    city: usually('Austin'),
    state: fc.constantFrom('', 'TX'),
    zipCode: usually('78701', ' 78701', '78701-1234', '00000'),
    yearBuilt: text,
    squareFootage: usually('2,400', '1', '7000000'),
    bedrooms: text,
    bathrooms: text,
    lotSize: text,
    ownerName: usually('Olga'),
    ownershipPercentage: fc.constantFrom(...ownershipChoice.options),
    otherPercentage: text,
    mortgageBalance: text,
    monthlyPayment: text,
    desiredLiquidation: fc.constantFrom(...liquidationChoice.options),
    minimumInvestment: fc.constantFrom(...minimumInvestmentChoice.options),
    targetFunding: fc.constantFrom(...timelineChoice.options),
  });
  let filed = 0;
  fc.assert(
    fc.property(fields, (typed) => {
      const draft = draftOf(typed);
      const squareFeet = Number(typed.squareFootage.replaceAll(/\D/g, '')) || 1;
      const valuation = valuationOf(typed.zipCode.trim().slice(0, 5), Math.min(squareFeet, 7_000_000));
      if (firstOpenStep(draft, { ...facts, valuation }) < 5) return;
      filed += 1;
      const filing = filedSubmission.parse({ ...filingOf(draft, valuation), documentIds: [] });
      assert(filing.wayIn === 'wizard', 'a filing of the wizard');
      const { draft: again, valuation: shown } = draftOfFiling(
        { ...filing, subtype: filing.subtype ?? null },
        facts.now,
      );
      const refiled = { ...filingOf(again, shown ?? valuation), documentIds: [] };
      expect(filedSubmission.parse(refiled)).toEqual(filing);
    }),
    { numRuns: 1_000 },
  );
  expect(filed).toBeGreaterThan(20);
});

test('versions differ in the fields that differ, in order, and not in their step', () => {
  const other = { ...draftOf({ city: 'Dallas', ownerName: 'Olga' }), currentStep: 4 as const };
  expect(differingFields(draftOf(), other)).toEqual(['city', 'ownerName']);
});
