import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';

const IDS = ['terms', 'privacy', 'risks'] as const;

/** The id of a legal document, as an address has it; null when there is none. */
export const legalIdOf = (text: string) => IDS.find((id) => id === text) ?? null;

export const legalOptions = (id: (typeof IDS)[number]) => trpc.legal.document.queryOptions({ id });

export const loadLegalDocument = (id: (typeof IDS)[number]) => queryClient.ensureQueryData(legalOptions(id));
