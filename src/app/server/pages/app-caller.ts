import { createCallerFactory } from '#platform/server/transport/trpc.ts';
import { appRouter } from '../app-router.ts';

/** The router's procedures for one context, called in this process. */
export const callerOf = createCallerFactory(appRouter);

export type AppCaller = ReturnType<typeof callerOf>;
