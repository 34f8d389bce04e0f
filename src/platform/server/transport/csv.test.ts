import { describe, expect, test } from 'vitest';
import { csvOf } from './csv.ts';

const cellOf = (cell: string) => csvOf(['Name'], [[cell]]).slice('Name\r\n'.length, -'\r\n'.length);

describe('a CSV file', () => {
  test('has a header, then the rows, each with its own end', () => {
    expect(csvOf(['Name', 'Amount'], [['Ada', '5.00']])).toBe('Name,Amount\r\nAda,5.00\r\n');
  });

  test.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1+1', "'-1+1"],
    ['-Ada', "'-Ada"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\uff1d1+1', "'\uff1d1+1"],
    ['\uff0b1', "'\uff0b1"],
    ['\uff0d1+1', "'\uff0d1+1"],
    ['\uff20SUM(A1)', "'\uff20SUM(A1)"],
    ['\t=1', `"'\t'=1"`],
    ['\r=1', `"'\r=1"`],
    ['\n=1', `"'\n=1"`],
    ['x;=1+1', `"x;'=1+1"`],
    ['x\t@SUM(A1)', `"x\t'@SUM(A1)"`],
    ['=1,"x"', `"'=1,""x"""`],
  ])('holds %j, which a spreadsheet would run, as the text %j', (cell, written) => {
    expect(cellOf(cell)).toBe(written);
  });

  test.each(['0', '5', '-5', '5.00', '-5.00', '1234567.89'])('holds the number %s as a number', (cell) => {
    expect(cellOf(cell)).toBe(cell);
  });

  test.each([
    ['12 Orchard Lane, Austin', '"12 Orchard Lane, Austin"'],
    ['the "Lofts"', '"the ""Lofts"""'],
    ['two\nlines', '"two\nlines"'],
    ['two\rlines', '"two\rlines"'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['Smith; Co', '"Smith; Co"'],
    ['a=b', 'a=b'],
  ])('keeps %j in one cell: %j', (cell, written) => {
    expect(cellOf(cell)).toBe(written);
  });

  test('can have every cell in quotes', () => {
    expect(csvOf(['Name'], [['Ada'], ['=1']], { quoted: true })).toBe('"Name"\r\n"Ada"\r\n"\'=1"\r\n');
  });
});
