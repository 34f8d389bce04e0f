import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { intakeDrafts } from '#db/schema/intake.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { api, aUser, newKey, on, type Person } from '../support/actors.ts';
import { outcomes } from '../support/checks.ts';
import { aReadyDraft, fullDraft, inCity } from '../support/intake.ts';
import { type PostgresPlatform, postgresPlatform } from '../support/platform.ts';

const ROUNDS = 4;

let t: PostgresPlatform;
let second: Platform;
beforeAll(async () => {
  t = await postgresPlatform();
  second = await t.another();
});
afterAll(() => t.close());

/** The same owner in a tab at each server. */
const tabsOf = (owner: Person) => [owner, on(second, owner)];
const draftsOf = (owner: Person) =>
  t.platform.db.select().from(intakeDrafts).where(eq(intakeDrafts.ownerId, owner.id));

describe('two tabs at once, on two servers', () => {
  test('that save: one draft is stored, and the other tab learns that it is behind', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const owner = await aUser(t.platform);
      for (const expectedVersion of [0, 1]) {
        const { done, refused } = await outcomes(
          tabsOf(owner).map((tab, at) =>
            api(tab).intake.saveDraft({
              expectedVersion,
              draft: inCity(`${['Austin', 'Dallas'][at]} ${expectedVersion}`),
            }),
          ),
        );
        expect([done.map(({ version }) => version), refused]).toEqual([
          [expectedVersion + 1],
          ['DRAFT_CHANGED'],
        ]);
        expect(await api(owner).intake.draft()).toEqual(done[0]);
      }
      expect(await draftsOf(owner)).toHaveLength(1);
    }
  });

  test('that submit: one submission is filed, by one key as by two', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const owner = await aUser(t.platform);
      const ready = await aReadyDraft(owner);
      const keys = round % 2 === 0 ? [newKey(), newKey()] : Array(2).fill(newKey());
      const { done, refused } = await outcomes(
        tabsOf(owner).map((tab, at) => api(tab).intake.submit({ ...ready, requestId: keys[at] })),
      );
      expect(refused).toEqual(round % 2 === 0 ? ['ALREADY_SUBMITTED'] : []);
      expect(new Set(done.map(({ receipt }) => receipt?.id)).size).toBe(1);
      expect((await api(owner).submissions.mine({})).items).toHaveLength(1);
    }
  });

  test('of which one saves and one submits: what is filed is what was on its screen', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const owner = await aUser(t.platform);
      const ready = await aReadyDraft(owner);
      const { expectedVersion } = ready;
      const [saving, submitting] = tabsOf(owner);
      const { done, refused } = await outcomes<unknown>([
        api(saving ?? owner).intake.saveDraft({ expectedVersion, draft: inCity('Dallas') }),
        api(submitting ?? owner).intake.submit({ ...ready, requestId: newKey() }),
      ]);
      expect(done).toHaveLength(1);
      expect(['DRAFT_CHANGED', 'ALREADY_SUBMITTED']).toContain(refused[0]);
      const { items } = await api(owner).submissions.mine({});
      const draft = await api(owner).intake.draft();
      expect(items).toHaveLength(draft?.completed ? 1 : 0);
      expect(draft?.propertyDetails.city).toBe(draft?.completed ? fullDraft.propertyDetails.city : 'Dallas');
    }
  });
});
