import { expect, test } from 'vitest';
import { columnOf, columnsIn, repeatedIn } from './columns.rules.ts';

test('a line of names is read with and without quotes, and nothing else is', () => {
  expect(columnsIn('\uFEFFTax Year,"Recipient Name","Box 1a - ""Total"", ordinary"\r\n')).toEqual([
    'Tax Year',
    'Recipient Name',
    'Box 1a - "Total", ordinary',
  ]);
  for (const text of ['a,,b', 'a,"b', 'a\nb', '"a"b,c', ',', '']) expect(columnsIn(text)).toBeNull();
});

test('a box is known by its number or its name, and each form has its own', () => {
  const names = [
    'Box 1a - Total Ordinary Dividends',
    'BOX 1A',
    'total ordinary dividends',
    'Box 2b',
    'Box 17',
  ];
  expect(names.map((name) => columnOf('1099-DIV', name))).toEqual([
    'box 1a',
    'box 1a',
    'box 1a',
    'empty',
    null,
  ]);
  expect(columnOf('1099-B', 'Box 1a Description')).toBe('box 1a');
  expect(columnOf('1099-MISC', 'Box 1a')).toBeNull();
  expect(columnOf('1099-MISC', 'Box 1')).toBe('empty');
});

test('columns of people and of the payer are known, others are not', () => {
  const names = ['Recipient ZIP/Postal Code', 'Payer Name Line 1', 'Recipient TIN', 'Favorite color'];
  expect(names.map((name) => columnOf('1099-DIV', name))).toEqual(['zipCode', 'empty', 'empty', null]);
  const repeatedOf = (...names: string[]) => repeatedIn('1099-DIV', names);
  expect(repeatedOf('Tax Year', 'Box 1a', 'tax-year')).toEqual(['tax-year']);
  expect(repeatedOf('Box 1a', 'Box 1b', 'Box 1a Total ordinary dividends')).toEqual([
    'Box 1a Total ordinary dividends',
  ]);
  expect(repeatedOf('Box 2b', 'Payer Name', 'Box 2c')).toEqual([]);
});
