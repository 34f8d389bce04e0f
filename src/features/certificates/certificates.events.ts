/** A person's certificate was issued. */
export const CERTIFICATE_ISSUED = 'certificates.issued';

declare module '#kernel/events.ts' {
  interface SliceEvents {
    certificates: typeof import('./certificates.events.ts');
  }
}
