/** A person changed their Auto-Invest settings. */
export const SETTINGS_SAVED = 'autoInvest.settingsSaved';
/** A run was planned; a job executes it when its time has come. */
export const RUN_PLANNED = 'autoInvest.runPlanned';
/** Something was decided for a person: a match, a purchase, a skip. */
export const DECIDED = 'autoInvest.decided';

declare module '#kernel/events.ts' {
  interface SliceEvents {
    autoInvest: typeof import('./auto-invest.events.ts');
  }
}
