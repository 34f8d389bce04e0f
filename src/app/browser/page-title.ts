import { pageTitle } from '#platform/browser/page-title.ts';

/** The `head` of a route: `head: () => titled('Wallet')` gives "Wallet · Commonhold". */
export function titled(page: string) {
  return { meta: [{ title: pageTitle(page) }] };
}

/**
 * The `head` of a public route, with what search engines and previews say of it. Pages that show the same share
 * the canonical path of one.
 */
export function described(page: { title: string; description: string; canonical?: string }) {
  const { title, description, canonical } = page;
  return {
    meta: [{ title: pageTitle(title) }, { name: 'description', content: description }],
    links: canonical === undefined ? [] : [{ rel: 'canonical', href: canonical }],
  };
}
