import { z } from 'zod';
import { achievements } from '#db/schema/achievements.ts';
import { notifyAll } from '#features/notifications/server/index.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { achievementTexts } from '../achievements.rules.ts';
import { dueAchievements } from './due-achievements.ts';

/** Records the achievements that these people have reached, and notifies them. Each is recorded and announced once. */
export const awardAchievements = defineCommand({
  name: 'achievements.awardAchievements',
  input: z.strictObject({ afterId: z.string(), lastId: z.string() }),
  access: 'system',
  async run(run, people): Promise<{ awarded: number }> {
    const { tx, now } = run;
    const due = await dueAchievements(tx, now, people);
    if (due.length === 0) return { awarded: 0 };
    const recorded = await tx
      .insert(achievements)
      .values(due.map(({ userId, kind }) => ({ userId, kind, reachedAt: now })))
      .onConflictDoNothing()
      .returning();
    await notifyAll(
      run,
      recorded.map(({ userId, kind }) => ({
        userId,
        type: 'achievement',
        priority: 'low',
        ...achievementTexts[kind],
      })),
    );
    return { awarded: recorded.length };
  },
  audit: () => ({ subject: 'achievements' }),
});
