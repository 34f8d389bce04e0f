import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ledgerAccounts } from '#db/schema/ledger.ts';
import { queryOf } from './query-of.ts';

const dialect = new PgDialect();
const value = fc.oneof(fc.string(), fc.integer(), fc.constant(null));
const piece = fc.oneof(
  fc.string().map((text) => sql.raw(text)),
  fc.string().map((name) => sql.identifier(name)),
  value,
  // Values that only drizzle can write.
  fc.constantFrom(
    ledgerAccounts,
    ledgerAccounts.id,
    sql.param(1),
    undefined,
    true,
    ['a', 'b'],
    sql`1`.as('one'),
    sql`${1}`.inlineParams(),
  ),
);

const statement: fc.Arbitrary<SQL> = fc.letrec<{ statement: SQL }>((tie) => ({
  statement: fc.array(fc.oneof({ maxDepth: 3 }, piece, tie('statement')), { minLength: 1, maxLength: 4 }).map(
    (pieces) =>
      sql`select ${sql.join(
        pieces.map((one) => sql`${one}`),
        sql`, `,
      )} from t`,
  ),
})).statement;

test('a statement has the text and the values that drizzle gives it, whatever it is made of', () => {
  fc.assert(
    fc.property(statement, (one) => {
      const { sql: text, params: values } = dialect.sqlToQuery(one);
      expect(queryOf(one)).toEqual({ text, values });
    }),
  );
});
