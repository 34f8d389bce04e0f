import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { STATES } from '#kernel/states.ts';
import { dayOf } from '#kernel/time.ts';
import { addressInput, kycStatus, personalInput } from './kyc.contract.ts';
import {
  ageOn,
  firstOpenKycStep,
  isKycStepComplete,
  isOfAge,
  type KycAction,
  type KycFacts,
  type KycStep,
  kycStatusAfter,
  missingOfKycStep,
} from './kyc.rules.ts';

const person = {
  firstName: 'Ada',
  lastName: 'Quill',
  dateOfBirth: '1990-02-28',
  ssn: '219-45-6789',
  phone: '(212) 555-0142',
};
const messagesOf = (input: object) =>
  (personalInput.safeParse(input).error?.issues ?? []).map(({ message }) => message);

describe('the first step', () => {
  test('takes an SSN with or without dashes and returns its digits', () => {
    for (const ssn of ['219-45-6789', '219456789', ' 219 45 6789 '])
      expect(personalInput.parse({ ...person, ssn }).ssn).toBe('219456789');
  });

  test('takes exactly the SSNs that are given out', () => {
    fc.assert(
      fc.property(fc.nat(999), fc.nat(99), fc.nat(9_999), (area, group, serial) => {
        const ssn = [area, group, serial]
          .map((part, at) => String(part).padStart([3, 2, 4][at] ?? 0, '0'))
          .join('-');
        const given = area > 0 && area < 900 && area !== 666 && group > 0 && serial > 0;
        expect(personalInput.safeParse({ ...person, ssn }).success).toBe(given);
      }),
    );
  });

  test.each([
    [{ firstName: ' ' }, 'First name is required'],
    [{ lastName: '' }, 'Last name is required'],
    [{ dateOfBirth: '' }, 'Date of birth is required'],
    [{ dateOfBirth: '1990-02-30' }, 'Enter a valid date in the format YYYY-MM-DD.'],
    [{ dateOfBirth: '02/28/1990' }, 'Enter a valid date in the format YYYY-MM-DD.'],
    [{ ssn: '' }, 'Social Security number is required'],
    [{ ssn: '666-45-6789' }, 'Enter a valid Social Security number, such as 123-45-6789.'],
    [{ ssn: '21945678' }, 'Enter a valid Social Security number, such as 123-45-6789.'],
    [{ phone: '' }, 'Phone is required'],
    [{ phone: '555-0142' }, 'Enter the full number with its area code.'],
    [{ phone: 'call me at 2125550142' }, 'Enter the phone number in digits.'],
  ])('says of %j: %s', (change, message) => {
    expect(messagesOf({ ...person, ...change })).toContain(message);
  });

  test('says nothing of what was typed', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 4 }), (typed) => {
        for (const message of messagesOf({ ...person, ssn: typed, dateOfBirth: typed }))
          expect(message.replace('123-45-6789', '')).not.toContain(typed.trim() || 'nothing');
      }),
    );
  });
});

test('every state and DC can be chosen, the five documented ones first', () => {
  expect(STATES).toHaveLength(51);
  expect(STATES.slice(0, 5).map(([code]) => code)).toEqual(['CA', 'NY', 'TX', 'FL', 'WA']);
  const rest = STATES.slice(5).map(([, name]) => name);
  expect(rest).toEqual([...rest].sort());
  expect(new Set(STATES.map(([code]) => code)).size).toBe(51);
});

test.each([
  ['78701', true],
  ['78701-1234', true],
  ['7870', false],
  ['78701-', false],
  ['ABCDE', false],
])('the ZIP code %s is taken: %s', (zipCode, taken) => {
  const address = { address: '12 Orchard Lane', city: 'Austin', state: 'TX', zipCode };
  expect(addressInput.safeParse(address).success).toBe(taken);
});

describe('age', () => {
  test.each([
    ['2008-11-20', '2026-11-20', 18],
    ['2008-11-21', '2026-11-20', 17],
    ['2008-02-29', '2026-02-28', 17],
    ['2008-02-29', '2026-03-01', 18],
    ['2008-12-31', '2026-01-01', 17],
  ])('of someone born on %s on %s is %i', (born, day, age) => {
    expect(ageOn(dayOf(born) as Date, dayOf(day) as Date)).toBe(age);
  });

  test('grows by one on exactly one day a year', () => {
    const day = fc.date({ min: new Date('1920-01-01'), max: new Date('2026-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(day, fc.nat(200_00), (born, days) => {
        const at = new Date(born.getTime() + days * 86_400_000);
        const next = new Date(at.getTime() + 86_400_000);
        expect([0, 1]).toContain(ageOn(born, next) - ageOn(born, at));
      }),
    );
  });

  test.each([
    ['2008-11-20', true],
    ['2008-11-21', false],
    ['1906-11-20', true],
    ['1900-01-01', false],
    ['2030-01-01', false],
    ['nonsense', false],
  ])('%s is of age on November 20, 2026: %s', (born, ofAge) => {
    expect(isOfAge(born, new Date('2026-11-20T23:59:59Z'))).toBe(ofAge);
  });
});

describe('a step', () => {
  const complete: KycFacts = {
    personal: { firstName: 'A', lastName: 'Q', phone: '1', hasDateOfBirth: true, hasSsn: true },
    address: { address: 'a', city: 'c', state: 'TX', zipCode: '1' },
    employment: { status: 'employed', income: 'under-50k' },
    documents: { idDocument: {}, proofOfAddress: {} },
  };
  const steps: readonly KycStep[] = [1, 2, 3, 4];
  const without = (path: string): KycFacts => {
    const copy = structuredClone(complete) as unknown as Record<string, Record<string, unknown>>;
    const [part = '', field = ''] = path.split('.');
    const empty = { boolean: false, string: ' ', object: null }[typeof copy[part]?.[field] as string];
    Object.assign(copy[part] ?? {}, { [field]: part === 'employment' ? null : empty });
    return copy as unknown as KycFacts;
  };

  test('is complete when nothing of it is missing, and the first open one is the next step', () => {
    for (const step of steps) expect(isKycStepComplete(step, complete)).toBe(true);
    expect(firstOpenKycStep(complete)).toBe(4);
  });

  test.each([
    ['personal.firstName', 1],
    ['personal.lastName', 1],
    ['personal.phone', 1],
    ['personal.hasDateOfBirth', 1],
    ['personal.hasSsn', 1],
    ['address.address', 2],
    ['address.city', 2],
    ['address.state', 2],
    ['address.zipCode', 2],
    ['employment.status', 3],
    ['employment.income', 3],
    ['documents.idDocument', 4],
    ['documents.proofOfAddress', 4],
  ] as const)('without %s, step %i is the one that is open', (path, open) => {
    const facts = without(path);
    expect(steps.filter((step) => !isKycStepComplete(step, facts))).toEqual([open]);
    expect(firstOpenKycStep(facts)).toBe(open);
  });
});

test('a step names what it still needs, in the order of its fields', () => {
  const nothing: KycFacts = {
    personal: { firstName: 'Ada', lastName: ' ', phone: '', hasDateOfBirth: false, hasSsn: true },
    address: { address: '', city: 'Austin', state: '', zipCode: '78701' },
    employment: { status: null, income: null },
    documents: { idDocument: null, proofOfAddress: {} },
  };
  expect(([1, 2, 3, 4] as const).map((step) => missingOfKycStep(step, nothing))).toEqual([
    ['Last name', 'Date of birth', 'Phone'],
    ['Address', 'State'],
    ['Employment status', 'Annual income'],
    ['ID document'],
  ]);
});

describe('a status', () => {
  const actions: readonly KycAction[] = [
    'save',
    'submit',
    'startAgain',
    'approved',
    'rejected',
    'requires_additional_info',
  ];
  const allowed: Record<string, Partial<Record<KycAction, string>>> = {
    not_started: { save: 'in_progress' },
    in_progress: { save: 'in_progress', submit: 'under_review' },
    under_review: {
      approved: 'approved',
      rejected: 'rejected',
      requires_additional_info: 'requires_additional_info',
    },
    approved: {},
    rejected: { startAgain: 'in_progress' },
    requires_additional_info: { save: 'requires_additional_info', submit: 'under_review' },
  };

  test.each(kycStatus.options)('%s allows exactly what is documented', (status) => {
    const reached = Object.fromEntries(actions.map((action) => [action, kycStatusAfter(status, action)]));
    const expected = Object.fromEntries(actions.map((action) => [action, allowed[status]?.[action] ?? null]));
    expect(reached).toEqual(expected);
  });
});
