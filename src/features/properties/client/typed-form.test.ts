import { describe, expect, test } from 'vitest';
import type { SimpleFormVersion } from '../simple-form-versions.contract.ts';
import { formOf, withSubtype } from './corrected-form.ts';
import { previewOf } from './previewed-card.ts';
import { firstFailureText } from './simple-form-outcome.ts';
import { EMPTY_FORM, isUnusuallyLarge, type TypedForm, toSubmission, typedForm } from './typed-form.ts';

const complete: TypedForm = {
  ...EMPTY_FORM,
  name: 'Harbor House',
  streetAddress: '12 Wharf Street',
  location: 'Portland, ME',
  pricePerShare: '100',
  totalShares: '2500',
  annualYield: '7.5',
};

function judge(form: TypedForm) {
  const { data, error } = typedForm.safeParse(form);
  const issues = (error?.issues ?? []).toReversed().map((issue) => [issue.path.join('.'), issue.message]);
  return { messages: Object.fromEntries(issues), values: data };
}

describe('what is sent', () => {
  test('price and yield have exactly two decimals and shares are whole', () => {
    expect(toSubmission({ ...complete, pricePerShare: '99.9', totalShares: '1,250' })).toMatchObject({
      pricePerShare: '99.90',
      totalShares: 1_250,
      annualYield: '7.50',
    });
  });

  test('price and yield with more decimals are rounded half up to two', () => {
    expect(judge({ ...complete, pricePerShare: '10.005', annualYield: '7.4449' }).values).toMatchObject({
      pricePerShare: '10.01',
      annualYield: '7.44',
    });
  });

  test.each([
    ['100', '1,000,000', false],
    ['100', '1,000,001', true],
    ['100', '9,000,000', true],
  ])('a property of %s dollars times %s shares is asked about: %s', (pricePerShare, totalShares, isAsked) => {
    const { values } = judge({ ...complete, pricePerShare, totalShares });
    expect(values && isUnusuallyLarge(values)).toBe(isAsked);
  });

  test('a complete form without picture and description is accepted', () => {
    const { messages, values } = judge(complete);
    expect(messages).toEqual({});
    expect(values).toMatchObject({ name: 'Harbor House', imageUrl: null, pricePerShare: '100.00' });
  });
});

describe('the terms of the offering', () => {
  test('are sent when they are written, and left to the server when they are not', () => {
    expect(toSubmission(complete)).not.toHaveProperty('minimumShares');
    expect(toSubmission({ ...complete, minimumShares: '500', fundingDays: '30' })).toMatchObject({
      minimumShares: 500,
      fundingDays: 30,
    });
  });
});

describe('what is refused', () => {
  test('names every field that is missing', () => {
    expect(judge(EMPTY_FORM).messages).toEqual({
      name: 'Name is required',
      streetAddress: 'Street address is required',
      location: 'Location is required',
      pricePerShare: 'Price per share is required',
      totalShares: 'Total shares is required',
      annualYield: 'Annual yield is required',
    });
  });

  test.each<[keyof TypedForm, string]>([
    ['pricePerShare', '0.99'],
    ['pricePerShare', '0.994'],
    ['pricePerShare', '1,5'],
    ['totalShares', '0'],
    ['totalShares', '1.5'],
    ['totalShares', '1e3'],
    ['totalShares', '１２'],
    ['fundingDays', '1.5'],
    ['minimumShares', '1,5'],
    ['annualYield', '100.01'],
    ['annualYield', '-1'],
    ['minimumShares', '2501'],
    ['minimumShares', '-1'],
    ['fundingDays', '0'],
    ['fundingDays', '366'],
    ['zipCode', '4101'],
    ['imageUrl', 'http://example.com/house.jpg'],
    ['imageUrl', 'javascript:alert(1)'],
  ])('%s of %j', (field, text) => {
    expect(Object.keys(judge({ ...complete, [field]: text }).messages)).toEqual([field]);
  });
});

test('shares that are not whole are refused for that, and not as missing', () => {
  expect(judge({ ...complete, totalShares: '1.5' }).messages.totalShares).toBe(
    'Enter a whole number of shares.',
  );
  expect(previewOf({ ...complete, totalShares: '1.5' }).totalShares).toBe(0);
});

test('coordinates are optional, but come in pairs of degrees', () => {
  expect(judge({ ...complete, latitude: '39.75', longitude: '-105' }).messages).toEqual({});
  expect(judge({ ...complete, latitude: '39.75' }).messages.longitude).toBe(
    'Enter both the latitude and the longitude, or neither.',
  );
  expect(judge({ ...complete, latitude: '39,75', longitude: '-181' }).messages).toEqual({
    latitude: 'Enter the latitude in degrees, such as 25.7617.',
    longitude: 'Longitude cannot be less than -180.',
  });
});

describe('the preview', () => {
  test('has placeholders for what is not written yet and accepts any text', () => {
    expect(previewOf(EMPTY_FORM)).toMatchObject({ name: 'Your property', valuationCents: 0 });
    expect(
      previewOf({ ...complete, totalShares: '9'.repeat(15), pricePerShare: '9999999999' }),
    ).toMatchObject({
      valuationCents: 0,
    });
  });

  test('draws the building, as a picture is copied only after the form is sent', () => {
    expect(previewOf({ ...complete, imageUrl: 'https://example.com/a.jpg' }).imageUrl).toBeNull();
  });
});

describe('a corrected form', () => {
  const before: SimpleFormVersion = {
    name: 'Cedar Works',
    location: 'Denver, CO',
    streetAddress: '4 Mill Lane',
    zipCode: '80202',
    latitude: 39.75,
    longitude: -105,
    propertyType: 'industrial',
    subtype: 'warehouse',
    description: 'Two halls.',
    imageUrl: null,
    pricePerShare: '99.90',
    totalShares: 2_500,
    annualYield: '6.25',
    minimumShares: 2_500,
    fundingDays: 30,
  };
  const filledIn = formOf(before, { termsFrozen: false });
  const sent = (change: Partial<TypedForm> = {}) =>
    withSubtype(typedForm.parse({ ...filledIn, ...change }), before);

  test('sent as it was filled in is the same submission, what the form does not show included', () => {
    const { minimumShares, ...rest } = before;
    expect(sent()).toEqual(rest);
    expect(formOf(before, { termsFrozen: true }).minimumShares).toBe(String(minimumShares));
    expect(formOf({ ...before, minimumShares: 0 }, { termsFrozen: false }).minimumShares).toBe('0');
  });

  test('with coordinates of more decimals than may be typed is accepted', () => {
    const imported = formOf({ ...before, latitude: 39.123456789, longitude: -1e-7 }, { termsFrozen: false });
    expect(typedForm.parse(imported)).toMatchObject({ latitude: 39.12345679, longitude: -0.0000001 });
  });

  test('has the coordinates that were typed, or none', () => {
    expect(sent({ latitude: ' 40.015 ', longitude: '-105.27' })).toMatchObject({
      latitude: 40.015,
      longitude: -105.27,
    });
    expect(sent({ latitude: '', longitude: '' })).not.toHaveProperty('latitude');
  });
});

describe('a refused submission', () => {
  const refusedBy = (domainCode: string, message: string) => ({
    data: { httpStatus: 403, domainCode },
    shape: { message },
  });

  test.each([
    ['ACCOUNT_FROZEN', 'Your account is frozen: Documents are missing.'],
    ['RATE_LIMITED', 'Too many requests. Try again later.'],
    ['EMAIL_NOT_CONFIRMED', 'Confirm your email first.'],
  ])('of %s says what the server says', (code, message) => {
    expect(firstFailureText(refusedBy(code, message))).toBe(message);
  });

  test('for any other reason has the documented text', () => {
    for (const error of [new TypeError('Failed to fetch'), refusedBy('UNEXPECTED', 'Something else.')])
      expect(firstFailureText(error)).toBe('Failed to submit property. Please try again.');
  });
});
