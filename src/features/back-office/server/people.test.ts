import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount } from '#features/identity/server/index.ts';
import { anAdmin, api, aUser, contextOf, PASSWORD, type Person } from '#tests/support/actors.ts';
import { testPlatform } from '#tests/support/platform.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let admin: Person;
let ada: Person;
beforeAll(async () => {
  t = await testPlatform();
  admin = await anAdmin(t.platform);
  ada = await aUser(t.platform, { cash: 50_000 });
});
afterAll(() => t.close());

const reason = 'Your bank reported a payment as stolen.';

test('people are found by a part of their email or their id, page by page', async () => {
  const people = api(admin).backOffice.people;
  const part = ada.email.slice(0, 12);
  expect((await people({ q: part })).items).toMatchObject([
    { id: ada.id, availableCents: 50_000, frozen: null },
  ]);
  expect((await people({ q: ada.id })).items).toHaveLength(1);
  await api(admin).freezes.freezeAccount({ userId: ada.id, reason });
  expect((await people({ state: 'frozen', q: part })).items).toMatchObject([{ frozen: { reason } }]);
  for (const id of ['demo-user-1', 'demo-user-2']) {
    const account = { id, email: `${id}@example.test`, password: PASSWORD, firstName: 'De', lastName: 'Mo' };
    await createAccount(contextOf(t.platform), account);
  }
  const found = new Set<string>();
  let cursor: string | null = null;
  do {
    const page = await people({ limit: 1, ...(cursor !== null && { cursor }) });
    for (const { id } of page.items) found.add(id);
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect([...found].sort()).toEqual([admin.id, ada.id, 'demo-user-1', 'demo-user-2'].sort());
});
