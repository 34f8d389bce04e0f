import { defineSlice } from '#platform/server/runtime/slices.ts';
import { booksJobs } from './books.jobs.ts';
import { booksRouter } from './books.router.ts';

export const booksSlice = defineSlice({ name: 'books', router: booksRouter, jobs: booksJobs });
