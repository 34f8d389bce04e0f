import { type AnyRouter, RouterContextProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { ConnectionNotice } from '../shell/connection-notice.tsx';

/** The notice of a lost server beside a page that stays as the server has rendered it. */
export function showConnectionNotice(router: AnyRouter): void {
  const layer = document.createElement('div');
  document.body.append(layer);
  createRoot(layer).render(
    <RouterContextProvider router={router}>
      <ConnectionNotice />
    </RouterContextProvider>,
  );
}
