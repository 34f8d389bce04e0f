import { defineSlice } from '#platform/server/runtime/slices.ts';
import { fileJobs } from './files.jobs.ts';

export const filesSlice = defineSlice({
  name: 'files',
  jobs: fileJobs,
});
