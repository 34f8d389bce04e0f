import type { z } from 'zod';
import { appRouter } from '#app/server/app-router.ts';
import type { TrpcContext } from '#platform/server/transport/trpc.ts';
import { api } from './actors.ts';

export interface Procedure {
  type: 'query' | 'mutation' | 'subscription';
  input: z.ZodType | undefined;
}

/** Every procedure of the router by its path. */
export function procedures(): Record<string, Procedure> {
  const all = appRouter._def.procedures as unknown as Record<
    string,
    { _def: { type: Procedure['type']; inputs: z.ZodType[] } }
  >;
  return Object.fromEntries(
    Object.entries(all).map(([path, { _def }]) => [path, { type: _def.type, input: _def.inputs[0] }]),
  );
}

/** Calls a procedure by its path; of a subscription, only its first step. */
export async function callProcedure(context: TrpcContext, path: string, input: unknown): Promise<unknown> {
  const stop = new AbortController();
  const target = path
    .split('.')
    .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], api(context, stop.signal));
  const answer = await (target as (input: unknown) => Promise<unknown>)(input);
  stop.abort();
  return answer;
}
