import type { LiveMap } from '#platform/browser/live-map.ts';
import type * as events from './books.events.ts';

const changed = { admin: ['books', 'backOffice.waiting'] } as const;

export const booksLive: LiveMap<typeof events> = {
  'books.verificationRequested': changed,
  'books.verified': changed,
  'books.comparisonDue': { admin: ['books'] },
  'books.compared': changed,
};
