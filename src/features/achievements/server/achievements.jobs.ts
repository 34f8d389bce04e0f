import { sql } from 'drizzle-orm';
import { HOUR } from '#kernel/time.ts';
import type { JobHandler } from '#platform/server/jobs/jobs.ts';
import { failWith, tryEachInRanges } from '#platform/server/jobs/try-each.ts';
import { awardAchievements } from './award-achievements.ts';
import { dueAchievements } from './due-achievements.ts';

/** The schedule that announces achievements. */
const AWARD = 'achievements.award';

/** People whose achievements are looked for by one statement, and recorded in one transaction. */
const MAX_PEOPLE = 500;

const award: JobHandler = async (ctx) => {
  const { db, clock } = ctx.platform;
  const failures = await tryEachInRanges(ctx, {
    ids: sql`select id from users`,
    maxIds: MAX_PEOPLE,
    itemsIn: async (people) => [people],
    async work(people) {
      const due = await dueAchievements(db, clock.now(), people);
      if (due.length > 0) await awardAchievements(ctx, people);
    },
    what: ({ afterId, lastId }) => `achievements of users after ${afterId} up to ${lastId}`,
  });
  failWith(failures);
};

export const achievementJobs = {
  handlers: { [AWARD]: award },
  schedules: [{ kind: AWARD, everyMs: HOUR }],
};
