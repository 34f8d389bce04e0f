import type { RenderedPage, Renderer, Rendering } from '#app/browser/render.tsx';
import { SECOND } from '#kernel/time.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { Caller } from '#platform/server/security/caller.ts';

const KEPT = 2 * SECOND;
const MAX_CACHED_PAGES = 200;
const PATIENCE = 3 * SECOND;

/** What a visitor gets at an address, or null when it cannot be rendered now and the browser has to do it. */
export type VisitorPages = (address: URL, caller: Caller) => Promise<Rendering | null>;

/**
 * Renders pages for visitors. All visitors get the same, so a page is kept for two seconds, however many want it.
 * A page that is not kept costs its visitor as much as a call of a procedure; who has none left, and everybody
 * while the database is away, gets a page that is not rendered.
 */
export function createVisitorPages(platform: Platform, renderer: Renderer): VisitorPages {
  const kept = new Map<string, { until: number; page: Promise<Rendering> }>();

  function keep(key: string, page: Promise<Rendering>): void {
    const [oldest] = kept.keys();
    if (kept.size >= MAX_CACHED_PAGES && oldest !== undefined) kept.delete(oldest);
    kept.set(key, { until: platform.clock.now().getTime() + KEPT, page });
    page.catch(() => kept.delete(key));
  }

  async function pageAt(address: URL, caller: Caller): Promise<Rendering> {
    const key = address.pathname + address.search;
    const known = kept.get(key);
    if (known && known.until > platform.clock.now().getTime()) return known.page;
    kept.delete(key);
    await platform.limits.consume('procedure', caller);
    const page = renderer.render(key);
    keep(key, page);
    return page;
  }

  return async (address, caller) => {
    try {
      return canonical(await inTime(pageAt(address, caller)), address, (href) =>
        pageAt(new URL(href, address), caller),
      );
    } catch (error) {
      platform.log.warn({ err: error, path: address.pathname }, 'a page was not rendered');
      return null;
    }
  };
}

/** Parameters that a page does not know, such as those of a campaign, are passed over; another path is told. */
async function canonical(
  rendering: Rendering,
  address: URL,
  pageOf: (href: string) => Promise<Rendering>,
): Promise<Rendering> {
  if (!('redirect' in rendering)) return rendering;
  const target = new URL(rendering.redirect, address);
  return target.pathname === address.pathname ? pageOf(target.pathname + target.search) : rendering;
}

async function inTime(rendering: Promise<Rendering>): Promise<Rendering> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('rendering took too long')), PATIENCE);
  });
  return Promise.race([rendering, late]).finally(() => clearTimeout(timer));
}

export function isPage(rendering: Rendering | null): rendering is RenderedPage {
  return rendering !== null && !('redirect' in rendering);
}
