import { notFound } from '@tanstack/react-router';
import { loadTrustFacts } from '#features/trust/client/index.ts';
import { isTrustPage, TRUST_PAGES } from '#features/trust/trust.rules.ts';

/** Loads a page about the operator and its service; a failure is shown by the screen, which can try again. */
export async function loadAboutPage(page: string) {
  if (!isTrustPage(page)) throw notFound();
  await loadTrustFacts().catch(() => undefined);
  return { page, ...TRUST_PAGES[page], canonical: `/about/${page}` };
}
