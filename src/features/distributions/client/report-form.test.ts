import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lineKeys, noLines } from '../distributions.rules.ts';
import { emptyLines, readLines, typedLines } from './report-form.ts';

const amounts = fc.tuple(...lineKeys.map(() => fc.integer({ min: 0, max: 100_000_000 })));

describe('the lines of a report', () => {
  test('are read back as they were written, to the cent', () => {
    fc.assert(
      fc.property(amounts, (values) => {
        const lines = { ...noLines, ...Object.fromEntries(lineKeys.map((key, at) => [key, values[at]])) };
        lines.vacancyCents = Math.min(lines.vacancyCents, lines.rentCents);
        expect(readLines(typedLines(lines))).toEqual({ lines, problems: {} });
      }),
    );
  });

  test('may be left empty, and take a dollar sign and thousands', () => {
    expect(readLines(emptyLines)).toEqual({ lines: noLines, problems: {} });
    expect(readLines({ ...emptyLines, rentCents: '$ 1,250.5' }).lines.rentCents).toBe(125_050);
  });

  test.each(['-1', 'abc', '1.234', '1,5'])('name the line that says %j', (text) => {
    expect(readLines({ ...emptyLines, taxesCents: text }).problems).toHaveProperty('taxesCents');
  });

  test('refuse more vacancy than rent', () => {
    const { problems } = readLines({ ...emptyLines, rentCents: '100', vacancyCents: '100.01' });
    expect(problems.vacancyCents).toBe('Vacancy cannot be more than the rent.');
  });
});
