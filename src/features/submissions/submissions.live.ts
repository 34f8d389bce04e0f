import type { LiveMap } from '#platform/browser/live-map.ts';
import type * as events from './submissions.events.ts';

const both = { person: ['submissions', 'owners'], admin: ['submissions', 'backOffice.waiting'] } as const;

export const submissionsLive: LiveMap<typeof events> = {
  'submissions.filed': both,
  'submissions.changed': both,
  'submissions.documentsChanged': { person: ['submissions'] },
  'submissions.questionAsked': both,
  'submissions.ownerContacted': both,
  'submissions.questionAnswered': both,
  'submissions.decided': both,
};
