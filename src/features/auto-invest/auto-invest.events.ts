import { z } from 'zod';
import { defineEvent } from '#kernel/events.ts';

/** A person changed their Auto-Invest settings. */
export const SETTINGS_SAVED = defineEvent('autoInvest.settingsSaved');
/** A run was planned; a job executes it when its time has come. */
export const RUN_PLANNED = defineEvent('autoInvest.runPlanned', z.object({ runId: z.uuid() }));
/** Something was decided for a person: a match, a purchase, a skip. */
export const DECIDED = defineEvent('autoInvest.decided');

declare module '#kernel/events.ts' {
  interface SliceEvents {
    autoInvest: typeof import('./auto-invest.events.ts');
  }
}
