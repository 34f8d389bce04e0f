import { defineSlice } from '#platform/server/runtime/slices.ts';
import { achievementJobs } from './achievements.jobs.ts';

export const achievementsSlice = defineSlice({ name: 'achievements', jobs: achievementJobs });
