import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { outboxEvents, outboxPositions, outboxUnsequenced } from '#db/schema/platform.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { pruneSequence, sequenceAll } from './sequencer.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
beforeEach(async () => {
  t = await testPlatform();
});
afterEach(() => t.close());

const emit = (many: number) =>
  t.platform.db.execute(sql`
    with added as (
      insert into outbox_events (operation_id, type, payload, at)
      select gen_random_uuid(), 'test.emitted', '{}', now() from generate_series(1, ${many}::int) returning id)
    insert into outbox_unsequenced select id from added`);

test('all events get their positions, also when there are more than a step may take', async () => {
  const { db } = t.platform;
  const before = await sequenceAll(db);
  await emit(5);
  expect(await sequenceAll(db, 2)).toBe(before + 5);
  expect(await db.$count(outboxUnsequenced)).toBe(0);
  await emit(4);
  expect(await sequenceAll(db, 2)).toBe(before + 9);
});

test('the positions of removed events are deleted, also when there are more than a step may take, and no others', async () => {
  const { db } = t.platform;
  await emit(5);
  await sequenceAll(db);
  await db.delete(outboxEvents);
  await emit(3);
  const head = await sequenceAll(db);
  await pruneSequence(db, 2);
  const left = await db.select().from(outboxPositions).orderBy(outboxPositions.position);
  expect(left.map(({ position }) => position)).toEqual([head - 2, head - 1, head]);
  await db.delete(outboxEvents);
  await pruneSequence(db, 2);
  expect(await db.$count(outboxPositions)).toBe(0);
});
