import { useEffect, useState } from 'react';
import { NotFoundPage } from '../shell/not-found-page.tsx';

const served = typeof location === 'undefined' ? null : location.pathname;

/** What is no page for visitors: not there when the server has said so, else for the server to say. */
export function Elsewhere() {
  const [known] = useState(() => served === null || location.pathname === served);
  useEffect(() => {
    if (!known) location.reload();
  }, [known]);
  return known ? <NotFoundPage /> : null;
}
