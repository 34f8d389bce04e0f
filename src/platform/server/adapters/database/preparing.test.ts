import { describe, expect, test } from 'vitest';
import { isWorthPreparing, isWorthPreparingEmbedded } from './preparing.ts';

const values = (count: number) => Array.from({ length: count }, () => 1);

describe('the embedded database', () => {
  test.each([
    ['with a literal pattern', "select 1 from t where id = $1 and a like 'user:%' and b = $2", 2],
    ['with many values', 'insert into t values ($1)', 60],
    ['with lists of any length', 'insert into t select unnest($1::text[])', 1_000],
    ['that reads without values', ' with a as (select 1) select * from a', 0],
  ])('prepares a statement %s', (_, text, count) => {
    expect(isWorthPreparingEmbedded(text, values(count))).toBe(true);
  });

  test.each([
    ['with a pattern of the caller', 'select 1 from t where a ilike $1', 1],
    ['with a pattern that ends as the caller says', "select 1 from t where a like 'user:' || $1", 1],
    ['with a literal pattern and one of the caller', "select 1 from t where a like 'b%' or a like $1", 1],
    ['with very many values', 'insert into t values ($1)', 1_000],
    ['that writes without values', 'delete from t', 0],
  ])('plans a statement each time %s', (_, text, count) => {
    expect(isWorthPreparingEmbedded(text, values(count))).toBe(false);
  });
});

test.each([
  ['a literal pattern', "select 1 from t where id = $1 and a like 'user:%'", 1],
  ['more values than most', 'insert into t values ($1)', 60],
])('Postgres plans a statement with %s each time', (_, text, count) => {
  expect(isWorthPreparing(text, values(count))).toBe(false);
});
