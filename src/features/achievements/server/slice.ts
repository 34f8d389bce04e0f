import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { achievementJobs } from './achievements.jobs.ts';

export const achievementsSlice = defineSlice({ name: 'achievements', jobs: achievementJobs });
