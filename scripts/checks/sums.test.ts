import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const src = path.resolve(import.meta.dirname, '../../src');

/** What a closing parenthesis at this place ends, with the name of the function before it. */
function expressionUntil(text: string, end: number): string {
  let depth = 0;
  for (let at = end; at >= 0; at -= 1) {
    if (text[at] === ')') depth += 1;
    if (text[at] === '(') depth -= 1;
    if (depth === 0) return `${/[\w\s]*$/.exec(text.slice(0, at))?.[0] ?? ''}${text.slice(at, end + 1)}`;
  }
  return text;
}

/** Expressions that are cast to a small integer though they add up. */
function smallSums(text: string): string[] {
  const expressions = [...text.matchAll(/\)::int\b/g)].map(({ index }) => {
    const last = expressionUntil(text, index);
    const isFilter = /filter\s*\(/.test(last);
    return isFilter ? `${expressionUntil(text, text.lastIndexOf(')', index - last.length))}${last}` : last;
  });
  return expressions.filter((expression) => /\bsum\s*\(/.test(expression));
}

test('a sum that is cast to a small integer is found, a count is not', () => {
  expect(smallSums('select coalesce(sum(shares), 0)::int as shares')).toHaveLength(1);
  expect(smallSums('select sum(a.balance) filter (where a.kind = 1)::int')).toHaveLength(1);
  expect(smallSums('sum(amount)::float8, count(*)::int, extract(year from at)::int')).toEqual([]);
});

test('no sum has the small maximum of an integer', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' });
  const found = files
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .flatMap((file) => smallSums(readFileSync(path.join(src, file), 'utf8')).map((sum) => `${file}: ${sum}`));
  expect(found).toEqual([]);
});
