import { CloudOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { PRODUCT_NAME } from '#kernel/product.ts';
import { watchConnection } from '#platform/browser/connection.ts';

/** While the server cannot be reached: a notice that the page shows data from before. */
export function ConnectionNotice() {
  const [isAway, setAway] = useState(false);
  useEffect(() => watchConnection(setAway), []);
  return (
    <div
      role="status"
      className="no-print pointer-events-none fixed inset-x-0 bottom-[calc(1rem+var(--bar-height,0px))] z-30 flex justify-center px-4"
    >
      {isAway && (
        <p className="flex items-center gap-2.5 rounded-field border border-line bg-surface px-4 py-2.5 text-sm shadow-lg">
          <CloudOff size={18} className="shrink-0 text-negative" aria-hidden="true" />
          {PRODUCT_NAME} cannot be reached. This page may be out of date. Trying again…
        </p>
      )}
    </div>
  );
}
