import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testPlatform } from '#tests/support/platform.ts';
import { createLog, withoutParameters } from './log.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
beforeAll(async () => {
  t = await testPlatform();
});
afterAll(() => t.close());

test('an error of the database is logged without the values that were sent with it', async () => {
  const lines: string[] = [];
  const log = createLog({ logLevel: 'debug' }, { write: (line) => lines.push(line) });
  const statements = [
    sql`select * from nowhere where name = ${'canary-one'}`,
    sql`insert into users (id, email, first_name, last_name, password_hash, created_at, updated_at)
        values (${'canary-two'}, null, ${'canary-three'}, 'b', 'c', now(), now())`,
  ];
  for (const statement of statements) {
    const error = await t.platform.db.execute(statement).then(
      () => null,
      (reason: unknown) => reason,
    );
    log.error({ err: error }, 'failed');
    log.error({ err: new AggregateError([error], 'one of many failed') }, 'failed');
  }
  expect(lines).toHaveLength(4);
  expect(lines.join()).toContain('Failed query');
  expect(lines.join()).toContain(' at ');
  expect(lines.join()).not.toContain('canary');
});

test('the statement that failed is logged where the driver hides it, and its values are not', () => {
  const lines: string[] = [];
  const error = Object.defineProperties(new Error('division by zero'), {
    query: { value: 'select $1::int / 0' },
    parameters: { value: ['canary'] },
  });
  createLog({ logLevel: 'debug' }, { write: (line) => lines.push(line) }).error({ err: error }, 'failed');
  expect(lines.join()).toContain('select $1::int / 0');
  expect(lines.join()).not.toContain('canary');
});

test('the stored error of a failed job has none of them either', () => {
  expect(withoutParameters('Failed query: select $1\nparams: 123-45-6789,\nline two')).toBe(
    'Failed query: select $1',
  );
});
