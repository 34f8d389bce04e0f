/** A person accepted the current version of a legal document. */
export const LEGAL_ACCEPTED = 'legal.accepted';

declare module '#kernel/events.ts' {
  interface SliceEvents {
    legal: typeof import('./legal.events.ts');
  }
}
