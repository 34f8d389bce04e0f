import type { createRouter } from '@tanstack/react-router';
import type { PageLayout } from '#ui/page-skeleton.tsx';
import type { routeTree } from './routeTree.gen.ts';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { PendingPage } from './shell/pending-page.tsx';
import { RouteError } from './shell/route-error.tsx';

/** The options that the routers of both applications and of the server have in common. */
export const routerOptions = {
  // Without it a parameter that `validateSearch` refused would still reach the screen, as the page after sign-in may not.
  search: { strict: true },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 300,
  defaultPendingMinMs: 300,
  defaultPendingComponent: PendingPage,
  defaultErrorComponent: RouteError,
  defaultNotFoundComponent: NotFoundPage,
  notFoundMode: 'root',
} as const;

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createRouter<typeof routeTree>>;
  }
  interface StaticDataRouteOption {
    /** Open to visitors: rendered on the server, and part of the visitors' application. */
    public?: true;
    /** What its page consists of: its place while it loads looks alike. */
    layout: PageLayout;
  }
}
