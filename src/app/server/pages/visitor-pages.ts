import type { RenderedPage, Renderer, Rendering } from '#app/browser/render.tsx';
import { SECOND } from '#kernel/time.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { Caller } from '#platform/server/security/caller.ts';

const CACHE_MS = 2 * SECOND;
const MAX_CACHED_PAGES = 200;
const RENDER_TIMEOUT_MS = 3 * SECOND;

interface CachedPage {
  until: number;
  page: Promise<Rendering>;
  /** Null while it is being rendered. */
  rendered: Rendering | null;
}

const keyOf = (address: URL) => address.pathname + address.search;

export interface VisitorPages {
  /** The page that is cached for a path and query. */
  cached(target: string): RenderedPage | null;
  /**
   * The rendering of a page for visitors, or null when it cannot be rendered now and the browser has to do it. The caller
   * is asked for only when the page is not cached.
   */
  open(address: URL, callerOf: () => Caller): Promise<Rendering | null>;
}

/**
 * Renders pages for visitors. All visitors get the same page, so it is cached for two seconds. A page that is not cached
 * counts as a procedure call of its visitor. A visitor over the limit, and every visitor during an outage of the
 * database, gets a page that is not rendered.
 */
export function createVisitorPages(platform: Platform, renderer: Renderer): VisitorPages {
  const cache = new Map<string, CachedPage>();

  function store(key: string, page: Promise<Rendering>): void {
    const [oldest] = cache.keys();
    if (cache.size >= MAX_CACHED_PAGES && oldest !== undefined) cache.delete(oldest);
    const cached: CachedPage = { until: platform.clock.now().getTime() + CACHE_MS, page, rendered: null };
    cache.set(key, cached);
    page.then(
      (rendered) => {
        cached.rendered = rendered;
      },
      () => cache.delete(key),
    );
  }

  function cachedAt(key: string): CachedPage | null {
    const cached = cache.get(key);
    return cached && cached.until > platform.clock.now().getTime() ? cached : null;
  }

  async function pageAt(address: URL, callerOf: () => Caller): Promise<Rendering> {
    const key = keyOf(address);
    const cached = cachedAt(key);
    if (cached) return cached.page;
    cache.delete(key);
    await platform.limits.consume('procedure', callerOf());
    const page = renderer.render(key);
    store(key, page);
    return page;
  }

  function cached(target: string): RenderedPage | null {
    const rendered = cachedAt(target)?.rendered ?? null;
    return isPage(rendered) ? rendered : null;
  }

  async function open(address: URL, callerOf: () => Caller): Promise<Rendering | null> {
    const page = cached(keyOf(address));
    if (page) return page;
    try {
      const pageIn = (one: URL) => inTime(pageAt(one, callerOf));
      // Awaited here, so that a failure of the page that a redirect leads to is caught too.
      return await canonical(await pageIn(address), address, (href) => pageIn(new URL(href, address)));
    } catch (error) {
      platform.log.warn({ err: error, path: address.pathname }, 'a page was not rendered');
      return null;
    }
  }

  return { cached, open };
}

/** Follows a redirect that only removes unknown parameters, such as those of a campaign. Returns any other redirect. */
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
    timer = setTimeout(() => reject(new Error('rendering took too long')), RENDER_TIMEOUT_MS);
  });
  return Promise.race([rendering, late]).finally(() => clearTimeout(timer));
}

export function isPage(rendering: Rendering | null): rendering is RenderedPage {
  return rendering !== null && !('redirect' in rendering);
}
