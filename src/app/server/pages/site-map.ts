import { articleAddresses } from '#features/learn/server/index.ts';
import { legalIds } from '#features/legal/server/index.ts';
import { lastMarketChange, offeringAddresses, offeringPath } from '#features/properties/server/index.ts';
import { TRUST_PAGES } from '#features/trust/trust.rules.ts';
import { MINUTE } from '#kernel/time.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';

interface SitePage {
  path: string;
  /** When it last changed; null when that is not recorded. */
  changed: Date | null;
}

const MAX_AGE_MS = MINUTE;

type Source = (platform: Platform) => Promise<SitePage[]>;

const pages: Source = async ({ db }) => [
  { path: '/', changed: await lastMarketChange(db) },
  { path: '/waitlist', changed: null },
  ...Object.keys(TRUST_PAGES).map((page) => ({ path: `/about/${page}`, changed: null })),
  ...legalIds.map((id) => ({ path: `/legal/${id}`, changed: null })),
];

/** The library, which changes with its newest article. */
const library: Source = async ({ db }) => {
  const articles = await articleAddresses(db);
  const newest = articles.map(({ updatedAt }) => updatedAt).sort((a, b) => b.getTime() - a.getTime());
  return [
    { path: '/learn', changed: newest[0] ?? null },
    { path: '/learn/returns-calculator', changed: null },
    ...articles.map(({ slug, updatedAt }) => ({ path: `/learn/${slug}`, changed: updatedAt })),
  ];
};

/** The public pages of approved properties. */
const offerings: Source = async ({ db }) =>
  (await offeringAddresses(db)).map((property) => ({
    path: offeringPath(property),
    changed: property.updatedAt,
  }));

/** Sources of the pages that search engines should know. */
const sources: readonly Source[] = [pages, library, offerings];

/**
 * The sitemap of the public pages (sitemaps.org). It has every approved property, so it is made at most once a minute,
 * however often it is asked for.
 */
export function createSiteMap(platform: Platform): () => Promise<string> {
  let cached: { until: number; text: Promise<string> } | null = null;
  return () => {
    const now = platform.clock.now().getTime();
    if (cached && now < cached.until) return cached.text;
    const made = { until: now + MAX_AGE_MS, text: siteMap(platform, platform.origin) };
    cached = made;
    made.text.catch(() => {
      if (cached === made) cached = null;
    });
    return made.text;
  };
}

async function siteMap(platform: Platform, origin: string): Promise<string> {
  const found = (await Promise.all(sources.map((source) => source(platform)))).flat();
  const entries = found.map(({ path, changed }) => {
    const location = `<loc>${new URL(path, origin).href.replaceAll('&', '&amp;')}</loc>`;
    return `<url>${location}${changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''}</url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`;
}

/** The rules for crawlers: every page, and no API. */
export function robots(origin: string): string {
  return `User-agent: *\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`;
}
