import { z } from 'zod';
import { defineEvent } from '#kernel/events.ts';

/** A document of a property can be downloaded from now on. */
export const DOCUMENT_FILED = defineEvent('documents.filed', z.object({ documentId: z.string() }));
/** It no longer can. */
export const DOCUMENT_WITHDRAWN = defineEvent('documents.withdrawn', z.object({ documentId: z.string() }));

declare module '#kernel/events.ts' {
  interface SliceEvents {
    documents: typeof import('./documents.events.ts');
  }
}
