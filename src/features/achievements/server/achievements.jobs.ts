import { HOUR } from '#kernel/time.ts';
import type { JobHandler } from '#platform/server/jobs/jobs.ts';
import { inTimeSlices } from '#platform/server/jobs/time-slices.ts';
import { awardAchievements, MAX_BATCH_ITEMS } from './award-achievements.ts';
import { dueAchievements } from './due-achievements.ts';

/** The schedule that announces achievements. */
const AWARD = 'achievements.award';

const award: JobHandler = (ctx) => {
  const { db, clock } = ctx.platform;
  return inTimeSlices(ctx, async () => {
    const [next] = await dueAchievements(db, clock.now(), 1);
    if (!next) return { done: true };
    const { awarded } = await awardAchievements(ctx, {});
    return { done: awarded < MAX_BATCH_ITEMS };
  });
};

export const achievementJobs = {
  handlers: { [AWARD]: award },
  schedules: [{ kind: AWARD, everyMs: HOUR }],
};
