import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toDecimal } from './money.ts';
import {
  isBelowOneShare,
  readPrice,
  readShareCount,
  typedBasisPoints,
  typedUsd,
  typedWholeNumber,
  withTwoDecimals,
} from './typed-numbers.ts';

const digitsOnly = 'Use only the digits 0 to 9, such as 12.';
const wholeOnly = 'Enter a whole number of shares.';

describe('a number of shares', () => {
  test.each([
    ['3', 3],
    ['05', 5],
    [' 12 ', 12],
    ['1,250', 1_250],
    ['100000000', 100_000_000],
  ])('%j is %j', (text, value) => expect(readShareCount(text)).toEqual({ value, problem: null }));

  test.each([
    ['', null],
    ['  ', null],
    ['0', 'Enter at least 1 share.'],
    ['-4', 'Enter at least 1 share.'],
    ['1.5', wholeOnly],
    ['2.0', wholeOnly],
    ['1,5', wholeOnly],
    ['1e3', digitsOnly],
    ['1 000', digitsOnly],
    ['１２', digitsOnly],
    ['+5', digitsOnly],
    ['0x10', digitsOnly],
    ['twelve', digitsOnly],
    ['12,34,567', digitsOnly],
    ['100000001', 'At most 100,000,000 shares.'],
    ['9'.repeat(400), 'At most 100,000,000 shares.'],
  ])('%j is none: %j', (text, problem) => {
    expect(readShareCount(text)).toEqual({ value: null, problem });
  });

  test('stays within the range of its field', () => {
    const tooMany = 'Only 10 shares are available.';
    expect(readShareCount('10', { max: 10, tooMany }).value).toBe(10);
    expect(readShareCount('11', { max: 10, tooMany }).problem).toBe(tooMany);
    expect(readShareCount('0', { min: 0 }).value).toBe(0);
  });

  test('is the number that is typed, or none', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.integer().map(String), fc.double().map(String)), (text) => {
        const { value } = readShareCount(text);
        expect(value === null || String(value) === text.trim().replaceAll(',', '').replace(/^0+/, '')).toBe(
          true,
        );
      }),
    );
  });
});

test.each([
  ['', true],
  ['0', true],
  ['00', true],
  ['-3', true],
  ['1.5', false],
  ['abc', false],
  ['5', false],
])('a field with %j is set to one share when it is left: %j', (text, below) => {
  expect(isBelowOneShare(text)).toBe(below);
});

test.each([
  ['0', 0],
  [' 60 ', 60],
  ['1,000', 1_000],
  ['', null],
  ['-1', null],
  ['1.5', null],
  ['1,5', null],
  ['0x10', null],
  ['1e3', null],
  ['9'.repeat(10), null],
])('%j as a whole number is %j', (text, value) => expect(typedWholeNumber(text)).toBe(value));

describe('a price', () => {
  test.each([
    ['102.5', 10_250],
    ['.01', 1],
    ['100.', 10_000],
    ['$99.90', 9_990],
    ['1,250.50', 125_050],
    ['1000000', 100_000_000],
  ])('%j is %j cents', (text, value) => expect(readPrice(text)).toEqual({ value, problem: null }));

  test.each([
    ['', null],
    ['0', 'The lowest price is $0.01.'],
    ['-1', 'The lowest price is $0.01.'],
    ['0.001', 'Use at most two decimals, such as 100.50.'],
    ['100.005', 'Use at most two decimals, such as 100.50.'],
    ['1000000.01', 'The highest price is $1,000,000.00.'],
    ['99999999999', 'The highest price is $1,000,000.00.'],
    ['1,5', 'Use a decimal point for cents, such as 100.50.'],
    ['1e3', 'Use only digits and a decimal point, such as 100.50.'],
    ['１００', 'Use only digits and a decimal point, such as 100.50.'],
    ['.', 'Use only digits and a decimal point, such as 100.50.'],
    ['1 000', 'Use only digits and a decimal point, such as 100.50.'],
  ])('%j is none: %j', (text, problem) => expect(readPrice(text)).toEqual({ value: null, problem }));

  test('of any length is read in time proportional to it', () => {
    expect(readPrice(`${'9'.repeat(2_000_000)}x`).value).toBeNull();
  });

  test('every amount in the range is read back to the cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000 }), (cents) => {
        expect(readPrice(toDecimal(cents)).value).toBe(cents);
      }),
    );
  });
});

test.each([
  ['10.001', '10.00'],
  ['10.005', '10.01'],
  ['9.9999', '10.00'],
  ['0.0049', '0.00'],
  ['7.5', '7.5'],
  ['1,250.005', '1250.01'],
  ['1e3', '1e3'],
  ['-1.005', '-1.005'],
])('%j with two decimals is %j', (text, rounded) => expect(withTwoDecimals(text)).toBe(rounded));

test.each([
  ['$1,250.50', 125_050],
  [' 12,345,678 ', 1_234_567_800],
  ['-1,250', -125_000],
  ['-$20', -2_000],
  ['0', 0],
  ['1,5', null],
  ['12,50', null],
  ['1,25,000', null],
  ['250 000', null],
  ['', null],
])('%j is %j cents, and a comma that separates no thousands makes no amount', (text, cents) =>
  expect(typedUsd(text)).toBe(cents),
);

test.each([
  ['7.5', 750],
  [' 0.29 ', 29],
  ['.5', 50],
  ['7.', 700],
  ['100', 10_000],
  ...['', '.', '0.123', '1,5', '-1', '1e2', '1000'].map((text): [string, number] => [text, Number.NaN]),
])('%j percent is %d basis points', (text, basisPoints) => {
  expect(typedBasisPoints(text)).toBe(basisPoints);
});
