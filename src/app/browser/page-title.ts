import { pageTitle } from '#platform/browser/page-title.ts';

/** The `head` of a route: `head: () => titled('Wallet')` gives "Wallet · Commonhold". */
export function titled(page: string) {
  return { meta: [{ title: pageTitle(page) }] };
}

interface DescribedPage {
  title: string;
  description: string;
  canonical?: string;
  /** The picture of a preview, on this server; without one there is the picture of all pages. */
  picture?: { path: string; alt: string };
  /** Description of the page in schema.org terms. */
  facts?: Record<string, unknown>;
}

/**
 * The `head` of a public route, with its texts for search engines and previews. Pages that show the same share
 * the canonical path of one.
 */
export function described({ title, description, canonical, picture, facts }: DescribedPage) {
  return {
    meta: [
      { title: pageTitle(title) },
      { name: 'description', content: description },
      ...(picture
        ? [
            { property: 'og:image', content: picture.path },
            { property: 'og:image:alt', content: picture.alt },
          ]
        : []),
      ...(facts ? [{ 'script:ld+json': facts }] : []),
    ],
    links: canonical === undefined ? [] : [{ rel: 'canonical', href: canonical }],
  };
}
