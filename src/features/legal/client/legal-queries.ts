import { HOUR, MINUTE } from '#kernel/time.ts';
import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';

const IDS = ['terms', 'privacy', 'risks'] as const;

/** The id of a legal document, as an address has it; null when there is none. */
export const legalIdOf = (text: string) => IDS.find((id) => id === text) ?? null;

type Id = (typeof IDS)[number];

/** The document as it is now: read again after a minute, since a new version can begin while a tab is open. */
export const legalOptions = (id: Id) => trpc.legal.document.queryOptions({ id }, { staleTime: MINUTE });

/** One version, which never changes. */
export const legalVersionOptions = (id: Id, version: number) =>
  trpc.legal.document.queryOptions({ id, version });

export const dueOptions = () => trpc.legal.due.queryOptions(undefined, { staleTime: HOUR });

export const loadLegalDocument = (id: Id) => queryClient.ensureQueryData(legalOptions(id));
