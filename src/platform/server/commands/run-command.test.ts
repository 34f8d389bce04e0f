import { count, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { auditLog, idempotencyKeys, outboxEvents } from '#db/schema/platform.ts';
import { DomainError, defineErrors } from '#kernel/errors.ts';
import { defineEvent, type EventDefinition } from '#kernel/events.ts';
import { requestId } from '#kernel/schemas.ts';
import { MINUTE } from '#kernel/time.ts';
import { anAdmin, aUser, contextOf, newKey, type Person, systemOf } from '#tests/support/actors.ts';
import { expectBooksBalance, outcomes, refusalOf } from '#tests/support/checks.ts';
import { type TestPlatform, testPlatform } from '#tests/support/platform.ts';
import type { InTransactionHandler } from '../runtime/run.ts';
import { defineCommand, hashOf } from './run-command.ts';

const errors = defineErrors({ TOO_BIG: ['refused', 'Too big.'] });

declare module '#kernel/events.ts' {
  interface SliceEvents {
    test: { EXAMPLES: EventDefinition<`test.${string}`> };
  }
}

const NOTED = defineEvent('test.noted', z.object({ size: z.int() }));
const RACED = defineEvent('test.raced');

let t: TestPlatform;
let ada: Person;

beforeAll(async () => {
  t = await testPlatform();
  ada = await aUser(t.platform);
});
afterAll(() => t.close());

const order: string[] = [];

/** Writes through the transaction, emits an event, and refuses numbers over 100; all of it is recorded. */
const note = defineCommand({
  name: 'test.note',
  input: z.strictObject({ size: z.int(), extra: z.string().optional(), requestId }),
  access: 'signedIn',
  async prepare() {
    order.push('prepare');
  },
  async run({ emit, newId }, { size }) {
    order.push('run');
    emit(NOTED, { payload: { size } });
    if (size > 100) throw new DomainError(errors.TOO_BIG);
    return { id: newId(), size };
  },
  audit(_, { id }) {
    order.push('audit');
    return { subject: `note:${id}` };
  },
});

/** Changes nothing that anyone waits for. */
const silent = defineCommand({
  name: 'test.silent',
  input: z.strictObject({ requestId }),
  access: 'signedIn',
  run: async () => ({}),
  audit: () => ({ subject: 'silence' }),
});

const auditRows = async () => {
  const [row] = await t.platform.db
    .select({ many: count() })
    .from(auditLog)
    .where(eq(auditLog.action, 'test.note'));
  return row?.many;
};
const events = async () => {
  const of = eq(outboxEvents.type, 'test.noted');
  const [row] = await t.platform.db.select({ many: count() }).from(outboxEvents).where(of);
  return row?.many;
};

describe('the order of a command', () => {
  test('parses, then checks access, then prepares, runs and writes the audit row', async () => {
    const visitor = contextOf(t.platform);
    order.length = 0;
    expect(await refusalOf(note(visitor, { size: 'x', requestId: 'short' } as never))).toBe('MALFORMED');
    expect(await refusalOf(note(visitor, { size: 1, requestId: newKey() }))).toBe('UNAUTHORIZED');
    expect(order).toEqual([]);
    await note(ada, { size: 1, requestId: newKey() });
    expect(order).toEqual(['prepare', 'run', 'audit']);
  });

  test('one run leaves exactly one audit row and its events', async () => {
    const [audits, emitted] = [await auditRows(), await events()];
    await note(ada, { size: 2, requestId: newKey() });
    expect(await auditRows()).toBe((audits ?? 0) + 1);
    expect(await events()).toBe((emitted ?? 0) + 1);
    await expectBooksBalance(t.platform);
  });

  test('a handler of its event is part of its transaction: it sees the written rows, and a refusal undoes both', async () => {
    const before = [await auditRows(), await events()];
    const { platform } = t;
    const handle: InTransactionHandler = async (run, { payload }) => {
      if (payload.size === 7) throw new DomainError(errors.TOO_BIG);
      run.emit(NOTED, { payload: { size: 7 } });
    };
    const once: InTransactionHandler = async (run, event) =>
      event.payload.size === 4 ? run.emit(NOTED, { payload: { size: 5 } }) : undefined;
    const withHandler = (handler: InTransactionHandler) => ({
      ...ada,
      platform: { ...platform, inTransaction: { 'test.noted': [handler] } },
    });
    expect(await refusalOf(note(withHandler(handle), { size: 6, requestId: newKey() }))).toBe('TOO_BIG');
    expect([await auditRows(), await events()]).toEqual(before);
    await note(withHandler(once), { size: 4, requestId: newKey() });
    expect([await auditRows(), await events()]).toEqual([(before[0] ?? 0) + 1, (before[1] ?? 0) + 2]);
  });

  test('a refused run leaves no audit row, no event and no key', async () => {
    const before = [await auditRows(), await events()];
    const key = newKey();
    expect(await refusalOf(note(ada, { size: 101, requestId: key }))).toBe('TOO_BIG');
    expect([await auditRows(), await events()]).toEqual(before);
    const recorded = await t.platform.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key));
    expect(recorded).toEqual([]);
  });

  test('an audit row names the action, the actor and the subject, and shares its operation with the event', async () => {
    const { id } = await note(ada, { size: 3, requestId: newKey() });
    const [row] = await t.platform.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, `note:${id}`));
    expect(row).toMatchObject({ action: 'test.note', actorKind: 'user', actorId: ada.id });
    const events = await t.platform.db
      .select()
      .from(outboxEvents)
      .where(eq(outboxEvents.operationId, row?.operationId ?? ''));
    expect(events).toMatchObject([{ type: 'test.noted', payload: { size: 3 } }]);
  });
});

describe('idempotency keys', () => {
  test('a replay gets the same answer and has no second effect', async () => {
    const key = newKey();
    const first = await note(ada, { size: 4, requestId: key });
    const before = [await auditRows(), await events()];
    expect(await note(ada, { size: 4, requestId: key })).toEqual(first);
    expect([await auditRows(), await events()]).toEqual(before);
  });

  test('the same key with other input is refused and changes nothing', async () => {
    const key = newKey();
    await note(ada, { size: 5, requestId: key });
    const before = [await auditRows(), await events()];
    expect(await refusalOf(note(ada, { size: 6, requestId: key }))).toBe('KEY_REUSED');
    expect(await refusalOf(note(ada, { size: 5, extra: 'x', requestId: key }))).toBe('KEY_REUSED');
    expect([await auditRows(), await events()]).toEqual(before);
  });

  test('the same key with the same input to another command is refused', async () => {
    const other = defineCommand({
      name: 'test.other',
      input: z.strictObject({ size: z.int(), requestId }),
      access: 'signedIn',
      run: async () => ({}),
      audit: () => ({ subject: 'other' }),
    });
    const key = newKey();
    await note(ada, { size: 7, requestId: key });
    expect(await refusalOf(other(ada, { size: 7, requestId: key }))).toBe('KEY_REUSED');
  });

  test('a refusal frees the key for the request that follows', async () => {
    const key = newKey();
    await refusalOf(note(ada, { size: 200, requestId: key }));
    expect((await note(ada, { size: 8, requestId: key })).size).toBe(8);
  });

  test("two people's equal keys have nothing to do with each other", async () => {
    const key = newKey();
    const bob = await aUser(t.platform);
    const a = await note(ada, { size: 9, requestId: key });
    const b = await note(bob, { size: 10, requestId: key });
    expect([a.size, b.size]).toEqual([9, 10]);
    expect(a.id).not.toBe(b.id);
  });

  test('twenty copies at once have one effect and one answer', async () => {
    const key = newKey();
    const before = await auditRows();
    const copies = Array.from({ length: 20 }, () => note(ada, { size: 11, requestId: key }));
    const { done, refused } = await outcomes(copies);
    expect(refused).toEqual([]);
    expect(new Set(done.map(({ id }) => id)).size).toBe(1);
    expect(await auditRows()).toBe((before ?? 0) + 1);
  });

  test.each(['short', 'with space', 'x'.repeat(129), 'émoji-éé'])('refuses the key %j', async (key) => {
    expect(await refusalOf(note(ada, { size: 1, requestId: key }))).toBe('MALFORMED');
  });
});

test('an input is the same for its key in any order of its parts, and in every version', () => {
  const parts = {
    b: [{ z: 1, a: null }],
    at: new Date(0),
    Ä: 'ü',
    a: { y: undefined, x: true, 10: 'ten', 9: 'nine' },
  };
  const turned = { a: { 9: 'nine', x: true, 10: 'ten' }, Ä: 'ü', at: new Date(0), b: [{ a: null, z: 1 }] };
  const recorded = '8ad6148a4fd750597c8ef3ff740baf0e2c16f14676cbe2194fb5b3591ebef1da';
  expect(hashOf('wallet.deposit', { requestId: 'one', ...parts })).toBe(recorded);
  expect(hashOf('wallet.deposit', { requestId: 'another', ...turned })).toBe(recorded);
  expect(hashOf('wallet.withdraw', { requestId: 'one', ...parts })).not.toBe(recorded);
});

describe('access', () => {
  const commandFor = (
    access: 'public' | 'signedIn' | 'admin' | 'adminRoutine' | 'system' | 'adminOrSystem',
  ) =>
    defineCommand({
      name: `test.${access}`,
      input: z.strictObject({}),
      access,
      needsApproval: false,
      run: async () => ({ done: true }),
      audit: () => ({ subject: access }),
    });
  const commands = {
    public: commandFor('public'),
    signedIn: commandFor('signedIn'),
    admin: commandFor('admin'),
    adminRoutine: commandFor('adminRoutine'),
    system: commandFor('system'),
    adminOrSystem: commandFor('adminOrSystem'),
  };

  test('a command of admins that does not say whether it needs approval does not compile', () => {
    const parts = {
      input: z.strictObject({}),
      run: async () => ({ done: true }),
      audit: () => ({ subject: 'test' }),
    };
    // @ts-expect-error: needsApproval is missing
    defineCommand({ ...parts, name: 'test.forgotten', access: 'admin' });
    // @ts-expect-error: needsApproval is missing
    defineCommand({ ...parts, name: 'test.forgottenRoutine', access: 'adminRoutine' });
    // @ts-expect-error: needsApproval is missing
    defineCommand({ ...parts, name: 'test.forgottenBySystem', access: 'adminOrSystem' });
    defineCommand({ ...parts, name: 'test.bySystem', access: 'system' });
  });

  test.each([
    ['public', { visitor: null, user: null, reader: null, admin: null, system: null }],
    [
      'signedIn',
      { visitor: 'UNAUTHORIZED', user: null, reader: 'READ_ONLY_TOKEN', admin: null, system: 'UNAUTHORIZED' },
    ],
    [
      'admin',
      {
        visitor: 'UNAUTHORIZED',
        user: 'ADMIN_REQUIRED',
        reader: 'READ_ONLY_TOKEN',
        admin: null,
        system: 'UNAUTHORIZED',
      },
    ],
    [
      'system',
      {
        visitor: 'UNAUTHORIZED',
        user: 'ADMIN_REQUIRED',
        reader: 'READ_ONLY_TOKEN',
        admin: 'ADMIN_REQUIRED',
        system: null,
      },
    ],
    [
      'adminOrSystem',
      {
        visitor: 'UNAUTHORIZED',
        user: 'ADMIN_REQUIRED',
        reader: 'READ_ONLY_TOKEN',
        admin: null,
        system: null,
      },
    ],
  ] as const)('%s lets in exactly whom it names', async (access, expected) => {
    const admin = await anAdmin(t.platform);
    const callers = {
      visitor: contextOf(t.platform),
      user: ada,
      reader: contextOf(t.platform, { ...ada.actor, scope: 'read' }),
      admin,
      system: systemOf(t.platform),
    };
    for (const [who, ctx] of Object.entries(callers)) {
      const refusal = expected[who as keyof typeof expected];
      if (refusal) expect([who, await refusalOf(commands[access](ctx, {}))]).toEqual([who, refusal]);
      else expect(await commands[access](ctx, {})).toEqual({ done: true });
    }
  });

  test('an admin proves again who they are, but not for routine', async () => {
    const admin = await anAdmin(t.platform);
    const tired = contextOf(t.platform, {
      ...admin.actor,
      authenticatedAt: new Date(t.platform.clock.now().getTime() - 11 * MINUTE),
    });
    expect(await refusalOf(commands.admin(tired, {}))).toBe('CONFIRM_IDENTITY');
    expect(await refusalOf(commands.adminOrSystem(tired, {}))).toBe('CONFIRM_IDENTITY');
    expect(await commands.adminRoutine(tired, {})).toEqual({ done: true });
  });
});

describe('lost races', () => {
  const failing = (times: number, code: string) => {
    let runs = 0;
    const command = defineCommand({
      name: `test.racing.${newKey()}`,
      input: z.strictObject({ requestId }),
      access: 'signedIn',
      async run({ tx, emit }) {
        runs += 1;
        emit(RACED, { payload: {} });
        if (runs <= times) {
          await tx.execute(sql.raw(`do $$ begin raise exception 'lost' using errcode = '${code}'; end $$`));
        }
        return { runs };
      },
      audit: () => ({ subject: 'racing' }),
    });
    return { command, runs: () => runs };
  };
  const raced = async () => {
    const of = eq(outboxEvents.type, 'test.raced');
    return (await t.platform.db.select().from(outboxEvents).where(of)).length;
  };

  test.each(['40001', '40P01'])(
    'a run that fails with %s is tried again and has one effect',
    async (code) => {
      const { command } = failing(2, code);
      const before = await raced();
      expect(await command(ada, { requestId: newKey() })).toEqual({ runs: 3 });
      expect(await raced()).toBe(before + 1);
    },
  );

  test('it gives up after four tries, and nothing remains', async () => {
    const { command, runs } = failing(100, '40001');
    const before = await raced();
    await expect(command(ada, { requestId: newKey() })).rejects.toThrow();
    expect(runs()).toBe(4);
    expect(await raced()).toBe(before);
  });

  test('any other database error is not tried again', async () => {
    const { command, runs } = failing(100, '23514');
    await expect(command(ada, { requestId: newKey() })).rejects.toThrow();
    expect(runs()).toBe(1);
  });
});

test('a command that emits an event publishes its commit, and one that emits nothing does not', async () => {
  const published: string[] = [];
  let runs = '';
  const publishCommit = () => published.push(runs);
  const watched = { ...ada, platform: { ...t.platform, publishCommit } };
  runs = 'silent';
  await silent(watched, { requestId: newKey() });
  runs = 'note';
  const once = newKey();
  await note(watched, { size: 1, requestId: once });
  runs = 'note again';
  await note(watched, { size: 1, requestId: once });
  expect(published).toEqual(['note']);
});
