import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });

/** The markup of an element with the answers that a query client has. */
export const screenMarkup = (element: ReactElement, client: QueryClient): string =>
  renderToStaticMarkup(
    <RouterContextProvider router={router}>
      <QueryClientProvider client={client}>{element}</QueryClientProvider>
    </RouterContextProvider>,
  );
