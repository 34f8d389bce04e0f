import { sql } from 'drizzle-orm';
import { HOUR } from '#kernel/time.ts';
import { eachIdRange } from '#platform/server/database/id-ranges.ts';
import type { JobHandler } from '#platform/server/jobs/jobs.ts';
import { failWith, tryEach } from '#platform/server/jobs/try-each.ts';
import { awardAchievements } from './award-achievements.ts';
import { dueAchievements } from './due-achievements.ts';

/** The schedule that announces achievements. */
const AWARD = 'achievements.award';

/** People whose achievements are looked for by one statement, and recorded in one transaction. */
const maxPeople = 500;

const award: JobHandler = async (ctx) => {
  const { db, clock } = ctx.platform;
  const failures: unknown[] = [];
  await eachIdRange(db, sql`select id from users`, maxPeople, async (people) => {
    const awarded = tryEach(ctx, [people], {
      async work() {
        const due = await dueAchievements(db, clock.now(), people);
        if (due.length > 0) await awardAchievements(ctx, people);
      },
      what: ({ afterId, lastId }) => `achievements of users after ${afterId} up to ${lastId}`,
    });
    failures.push(...(await awarded));
  });
  failWith(failures);
};

export const achievementJobs = {
  handlers: { [AWARD]: award },
  schedules: [{ kind: AWARD, everyMs: HOUR }],
};
