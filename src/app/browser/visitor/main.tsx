import '#platform/browser/zod-without-eval.ts';
import { type AnyRouter, createRouter } from '@tanstack/react-router';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { showChunkErrorInPage } from '#platform/browser/chunk-errors.ts';
import { clearEarlyInput, noteEarlyInput } from '#platform/browser/early-input.ts';
import '#ui/visitor.css';
import { Application } from '../application.tsx';
import { rootElement, takePageState } from '../page-state.ts';
import { routerOptions } from '../router.tsx';
import { Elsewhere } from './elsewhere.tsx';
import { visitorRoutes } from './visitor-routes.ts';

const RETRY_MS = 10_000;

/** Lets the browser paint and answer before the next piece of work. */
const pause = () => new Promise<void>((resolve) => setTimeout(resolve));

/**
 * Hydrates a page that the server has rendered for a visitor, piece by piece, so that a slow phone can react between
 * the pieces.
 */
async function start(): Promise<void> {
  await pause();
  showChunkErrorInPage();
  takePageState();
  await pause();
  const router = createRouter({
    ...routerOptions,
    routeTree: visitorRoutes,
    defaultNotFoundComponent: Elsewhere,
    scrollRestoration: true,
  });
  // As on the server: React must find the same boundaries in the page that it makes itself.
  router.ssr = { manifest: undefined };
  await pause();
  await router.load();
  await pause();
  const root = rootElement();
  noteEarlyInput(root);
  router.subscribe('onBeforeNavigate', clearEarlyInput);
  startTransition(() => {
    hydrateRoot(root, <Application router={router} memberParts={null} />);
  });
  loadConnectionNotice(router);
}

function loadConnectionNotice(router: AnyRouter): void {
  import('./connection-layer.tsx').then(
    ({ showConnectionNotice }) => showConnectionNotice(router),
    () => setTimeout(loadConnectionNotice, RETRY_MS, router),
  );
}

void start();
