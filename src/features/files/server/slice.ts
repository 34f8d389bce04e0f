import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { fileJobs } from './files.jobs.ts';

export const filesSlice = defineSlice({
  name: 'files',
  jobs: fileJobs,
});
