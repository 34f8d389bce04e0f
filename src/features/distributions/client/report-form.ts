import { type Cents, toDecimal } from '#kernel/money.ts';
import { typedUsd } from '#kernel/typed-numbers.ts';
import type { ReportLines } from '../distributions.contract.ts';
import { lineKeys, noLines } from '../distributions.rules.ts';

/** The lines as they are typed. */
export type TypedLines = Record<keyof ReportLines, string>;

export const emptyLines = Object.fromEntries(lineKeys.map((key) => [key, ''])) as TypedLines;

export function typedLines(lines: ReportLines): TypedLines {
  return Object.fromEntries(
    lineKeys.map((key) => [key, lines[key] === 0 ? '' : toDecimal(lines[key])]),
  ) as TypedLines;
}

/** The amounts of the lines, with a problem for each line that is not an amount; an empty line is 0. */
export function readLines(typed: TypedLines): {
  lines: ReportLines;
  problems: Partial<Record<keyof ReportLines, string>>;
} {
  const lines: Record<keyof ReportLines, Cents> = { ...noLines };
  const problems: Partial<Record<keyof ReportLines, string>> = {};
  for (const key of lineKeys) {
    const cents = typed[key].trim() === '' ? 0 : typedUsd(typed[key]);
    if (cents === null || cents < 0) problems[key] = 'Enter the amount in dollars and cents, such as 500.00.';
    else lines[key] = cents;
  }
  if (!problems.vacancyCents && lines.vacancyCents > lines.rentCents) {
    problems.vacancyCents = 'Vacancy cannot be more than the rent.';
  }
  return { lines, problems };
}
