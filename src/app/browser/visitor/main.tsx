import { createRouter } from '@tanstack/react-router';
import { hydrateRoot } from 'react-dom/client';
import { forgetEarlyInput, noteEarlyInput } from '#platform/browser/early-input.ts';
import '#ui/visitor.css';
import { Application } from '../application.tsx';
import { rootElement, takePageState } from '../page-state.ts';
import { routerOptions } from '../router.tsx';
import { Elsewhere } from './elsewhere.tsx';
import { visitorRoutes } from './visitor-routes.ts';

/** Takes over a page that the server has rendered for a visitor. */
async function start(): Promise<void> {
  takePageState();
  const router = createRouter({
    ...routerOptions,
    routeTree: visitorRoutes,
    defaultNotFoundComponent: Elsewhere,
    scrollRestoration: true,
  });
  // As the server does it: the boundaries that React finds in the page must be those that it makes itself.
  router.ssr = { manifest: undefined };
  await router.load();
  const root = rootElement();
  noteEarlyInput(root);
  router.subscribe('onBeforeNavigate', forgetEarlyInput);
  // In one piece: what was typed between two pieces would be lost.
  hydrateRoot(root, <Application router={router} memberParts={null} />);
}

void start();
