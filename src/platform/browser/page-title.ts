import { useLayoutEffect } from 'react';
import { PRODUCT_NAME } from '#kernel/product.ts';

export function pageTitle(page: string): string {
  return `${page} · ${PRODUCT_NAME}`;
}

/** Sets the title of the page, for texts that only the screen knows, such as a property's name. */
export function usePageTitle(page: string | null): void {
  useLayoutEffect(() => {
    if (page !== null) document.title = pageTitle(page);
  }, [page]);
}
