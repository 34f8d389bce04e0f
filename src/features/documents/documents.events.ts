/** A document of a property can be downloaded from now on. */
export const DOCUMENT_FILED = 'documents.filed';
/** It no longer can. */
export const DOCUMENT_WITHDRAWN = 'documents.withdrawn';

declare module '#kernel/events.ts' {
  interface SliceEvents {
    documents: typeof import('./documents.events.ts');
  }
}
