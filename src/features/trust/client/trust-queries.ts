import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';

export const trustOptions = () => trpc.trust.facts.queryOptions();

export const loadTrustFacts = () => queryClient.ensureQueryData(trustOptions());
