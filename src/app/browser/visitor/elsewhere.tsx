import { useEffect, useState } from 'react';
import { NotFoundPage } from '../shell/not-found-page.tsx';

const served = typeof location === 'undefined' ? null : location.pathname;

/** An address without a page for visitors: not found if the server has said so; otherwise it is loaded from the server. */
export function Elsewhere() {
  const [known] = useState(() => served === null || location.pathname === served);
  useEffect(() => {
    if (!known) location.reload();
  }, [known]);
  return known ? <NotFoundPage /> : null;
}
