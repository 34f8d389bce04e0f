import { expect, test } from 'vitest';
import { MAX_PDF_ROWS, sectionOf } from './report-files.ts';
import { amount } from './report-tables.ts';

const columns = [{ header: 'Property', share: 20 }, amount('Gain or loss')];
const rowsOf = (many: number) => Array.from({ length: many }, (_, at) => ['Maple Court', String(at)]);

test('a PDF has tables as long as it can be drawn in seconds, and says where longer ones are', () => {
  const longest = { columns, rows: () => rowsOf(MAX_PDF_ROWS) };
  expect(sectionOf({ heading: 'Capital gains', table: longest }).table?.rows).toHaveLength(MAX_PDF_ROWS);
  const longer = { columns, rows: () => rowsOf(MAX_PDF_ROWS + 1) };
  expect(sectionOf({ heading: 'Capital gains', paragraphs: ['Together $1.00.'], table: longer })).toEqual({
    heading: 'Capital gains',
    paragraphs: [
      'Together $1.00.',
      'The CSV file of this report has all 10,001 rows, which are too many for a PDF.',
    ],
  });
});

test('of a table that is too long for a PDF, its total is there', () => {
  const table = {
    columns,
    rows: () => [...rowsOf(MAX_PDF_ROWS), ['Total', '12']],
    totalAt: MAX_PDF_ROWS,
  };
  expect(sectionOf({ heading: 'Sales', table })).toEqual({
    heading: 'Sales',
    paragraphs: ['The CSV file of this report has all 10,000 rows, which are too many for a PDF.'],
    table: { columns, rows: [['Total', '12']], totalAt: 0 },
  });
});
