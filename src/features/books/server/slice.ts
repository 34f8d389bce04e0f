import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { booksJobs } from './books.jobs.ts';
import { booksRouter } from './books.router.ts';

export const booksSlice = defineSlice({ name: 'books', router: booksRouter, jobs: booksJobs });
