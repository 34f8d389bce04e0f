import { hashKey } from '@tanstack/react-query';
import { createMemoryHistory, createRouter } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import type { FacadeSubject } from '#features/properties/client/facade.rules.ts';
import { facadeSvg } from '#features/properties/client/facade-svg.ts';
import { isNotFound } from '#platform/browser/errors.ts';
import { noteLaunch } from '#platform/browser/launch.ts';
import { pageTitle } from '#platform/browser/page-title.ts';
import { queryClient } from '#platform/browser/query-client.ts';
import { meQueryOptions } from '#platform/browser/session.ts';
import { type Answer, answerWith } from '#platform/browser/trpc.ts';
import { Application } from './application.tsx';
import type { PageState } from './page-state.ts';
import { routerOptions } from './router.tsx';
import { routeTree } from './routeTree.gen.ts';
import { loadStaticParts } from './shell/static-part.tsx';

export type { PageState };

/** A page as a visitor gets it before any script runs. */
export interface RenderedPage {
  status: number;
  routeId: string;
  title: string;
  description: string | null;
  /** The path under which search engines should know it; null when they should not. */
  canonical: string | null;
  /** The picture of a preview; null for that of all pages. */
  picture: { path: string; alt: string } | null;
  /** Description of the page in schema.org terms. */
  facts: Record<string, unknown> | null;
  markup: string;
  data: PageState['data'];
}

export type Rendering = RenderedPage | { redirect: string };

/** The page at an address; `routeId` is null where there is none. */
export interface Place {
  routeId: string | null;
  /** The parameters of the route in the address. */
  params: Record<string, string>;
  public: boolean;
}

export interface Renderer {
  placeOf(pathname: string): Place;
  /** Renders an address for a visitor; throws when its data cannot be had. */
  render(address: string): Promise<Rendering>;
  /** The drawing of a property, as SVG. */
  drawing(property: FacadeSubject): string;
}

const NOT_FOUND = 404;

let turn: Promise<unknown> = Promise.resolve();

/**
 * Renders public pages without a browser, from the data that `answer` gives visitors. Pages are rendered one after the
 * other, because the query cache is one for all; only public data is ever in it.
 */
export function createRenderer(answer: Answer, { launched = false } = {}): Renderer {
  const map = routerAt('/');
  return {
    placeOf(pathname) {
      const [, params, found] = map.getMatchedRoutes(pathname);
      return { routeId: found?.id ?? null, params, public: found?.options.staticData?.public === true };
    },
    drawing: facadeSvg,
    render(address) {
      const rendering = turn.then(() => {
        noteLaunch(launched);
        return renderAlone(address, answer);
      });
      turn = rendering.catch(() => undefined);
      return rendering;
    },
  };
}

async function renderAlone(address: string, answer: Answer): Promise<Rendering> {
  answerWith(answer);
  queryClient.clear();
  queryClient.setQueryData(meQueryOptions().queryKey, null);
  const router = routerAt(address);
  await router.load();
  const result = router._serverResult;
  if (result?.type === 'redirect') return { redirect: result.redirect.headers.get('location') ?? '/' };
  for (const { state } of queryClient.getQueryCache().getAll()) {
    if (state.error && !isNotFound(state.error)) throw state.error;
  }
  await loadStaticParts();
  const markup = renderToString(<Application router={router} memberParts={null} />);
  const status = result?.status ?? 200;
  const { matches, location } = router.state;
  return {
    ...(status === NOT_FOUND ? nowhere : headOf(matches, location.pathname)),
    status,
    routeId: matches.at(-1)?.routeId ?? '',
    markup,
    data: fetched(),
  };
}

function routerAt(address: string) {
  const history = createMemoryHistory({ initialEntries: [address] });
  return createRouter({ ...routerOptions, routeTree, history, isServer: true });
}

/** The data that the page was rendered from, apart from the session, which every page has. */
function fetched(): PageState['data'] {
  const session = hashKey(meQueryOptions().queryKey);
  const queries = queryClient.getQueryCache().getAll();
  return queries
    .filter(({ queryHash, state }) => queryHash !== session && state.status === 'success')
    .map(({ queryKey, state }) => [queryKey, state.data]);
}

type Head = Pick<RenderedPage, 'title' | 'description' | 'canonical' | 'picture' | 'facts'>;
type Tag = Record<string, string | undefined> & { 'script:ld+json'?: Record<string, unknown> };

const nowhere: Head = {
  title: pageTitle('Page not found'),
  description: null,
  canonical: null,
  picture: null,
  facts: null,
};

function headOf(matches: readonly { meta?: unknown; links?: unknown }[], path: string): Head {
  const tags = matches.flatMap(({ meta }) => (meta ?? []) as Tag[]);
  const links = matches.flatMap(({ links: found }) => (found ?? []) as Tag[]);
  const propertyOf = (name: string) => tags.findLast(({ property }) => property === name)?.content;
  const picture = propertyOf('og:image');
  return {
    title: tags.findLast(({ title }) => title)?.title ?? pageTitle('Home'),
    description: tags.findLast(({ name }) => name === 'description')?.content ?? null,
    canonical: links.findLast(({ rel }) => rel === 'canonical')?.href ?? path,
    picture: picture === undefined ? null : { path: picture, alt: propertyOf('og:image:alt') ?? '' },
    facts: tags.findLast((tag) => tag['script:ld+json'])?.['script:ld+json'] ?? null,
  };
}
