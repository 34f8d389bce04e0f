import { router } from '#platform/server/transport/trpc.ts';
import { routers } from './slices.ts';

export const appRouter = router(routers);

export type AppRouter = typeof appRouter;
