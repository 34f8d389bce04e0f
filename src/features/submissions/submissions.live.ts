import type { LiveMap } from '#platform/browser/live-map.ts';
import type * as events from './submissions.events.ts';

const both = { person: ['submissions', 'owners'], admin: ['submissions', 'backOffice.waiting'] } as const;

/** The wizard shows the progress of what was submitted by it. */
const progress = { ...both, person: [...both.person, 'intake'] } as const;

export const submissionsLive: LiveMap<typeof events> = {
  'submissions.filed': both,
  'submissions.changed': both,
  'submissions.documentsChanged': { person: ['submissions'] },
  'submissions.questionAsked': progress,
  'submissions.ownerContacted': progress,
  'submissions.questionAnswered': progress,
  'submissions.decided': progress,
};
