import { useLayoutEffect } from 'react';
import { PRODUCT_NAME } from '#kernel/product.ts';

export function pageTitle(page: string): string {
  return `${page} · ${PRODUCT_NAME}`;
}

/** Names the page in the browser's tab, for what only the screen knows, such as a property's name. */
export function usePageTitle(page: string | null): void {
  useLayoutEffect(() => {
    if (page !== null) document.title = pageTitle(page);
  }, [page]);
}
