import { afterAll, beforeAll, expect, test } from 'vitest';
import { outboxEvents } from '#db/schema/platform.ts';
import { waitlistEntries } from '#db/schema/waitlist.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { api, contextOf, newKey } from '../support/actors.ts';
import { outcomes } from '../support/checks.ts';
import { type PostgresPlatform, postgresPlatform } from '../support/platform.ts';

let t: PostgresPlatform;
let second: Platform;
beforeAll(async () => {
  t = await postgresPlatform();
  second = await t.another();
});
afterAll(() => t.close());

const turn = (at: number) => api(contextOf(at % 2 ? second : t.platform)).waitlist;

test('one email that joins twenty times at once on two servers, in any case, is one entry and one event', async () => {
  const spellings = ['ada@example.test', 'ADA@EXAMPLE.TEST', ' Ada@Example.Test '];
  const { done, refused } = await outcomes(
    Array.from({ length: 20 }, (_, at) =>
      turn(at).joinWaitlist({ email: spellings[at % 3] ?? '', requestId: newKey() }),
    ),
  );
  expect(done).toEqual([{ joined: true }]);
  expect(refused).toEqual(Array(19).fill('ALREADY_REGISTERED'));
  expect(await t.platform.db.$count(waitlistEntries)).toBe(1);
  expect(await t.platform.db.$count(outboxEvents)).toBe(1);
});

test('one request sent ten times at once joins once and is answered alike', async () => {
  const input = { email: 'bob@example.test', requestId: newKey() };
  const { done, refused } = await outcomes(
    Array.from({ length: 10 }, (_, at) => turn(at).joinWaitlist(input)),
  );
  expect([done.length, refused]).toEqual([10, []]);
  expect(await t.platform.db.$count(waitlistEntries)).toBe(2);
});
