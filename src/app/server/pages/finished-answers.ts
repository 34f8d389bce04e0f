import type { RenderedPage } from '#app/browser/render.tsx';
import { newId } from '#kernel/ids.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { observeRequest } from '#platform/server/transport/http.ts';
import type { HttpEnv } from '#platform/server/transport/http-env.ts';
import type { VisitorPages } from './visitor-pages.ts';

type Bindings = HttpEnv['Bindings'];
export type Fetch = (request: Request, env: Bindings) => Response | Promise<Response>;

interface Content {
  page: RenderedPage;
  /** The document in the encoding that the request asked for. */
  bytes: Uint8Array<ArrayBuffer>;
}

/** An answer without the id of its request, which is all that differs between two visitors. */
interface FinishedAnswer {
  status: number;
  headers: Record<string, string>;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Browsers send three or four different values of Accept-Encoding. */
const MAX_ANSWERS_OF_PAGE = 8;

export interface FinishedAnswers {
  /** Notes what a request is answered with, so that its answer can be repeated. */
  note(env: Bindings, content: Content): void;
  /** Answers from the cache where it can, and otherwise by the application, whose answer it repeats from then on. */
  fetchWith(answerOfApp: Fetch): Fetch;
}

/**
 * Repeats the whole answer of a visitor's page, headers included, while the page is cached. The application makes the
 * first one, so what it checks and sets need not be repeated here. A request with a cookie always goes through it.
 */
export function createFinishedAnswers(platform: Platform, visitorPages: VisitorPages): FinishedAnswers {
  const contents = new WeakMap<Bindings, Content>();
  const answers = new WeakMap<RenderedPage, Map<string, FinishedAnswer>>();

  function finished(env: Bindings): FinishedAnswer | null {
    const page = visitorPages.cached(env.incoming?.url ?? '');
    return (page && answers.get(page)?.get(encodingsOf(env))) ?? null;
  }

  function store(env: Bindings, response: Response): void {
    const content = contents.get(env);
    // The page may have been rendered again since, or belong to another address.
    if (!content || visitorPages.cached(env.incoming?.url ?? '') !== content.page) return;
    if (response.headers.has('set-cookie')) return;
    const ofPage = answers.get(content.page) ?? new Map<string, FinishedAnswer>();
    if (ofPage.size >= MAX_ANSWERS_OF_PAGE) ofPage.clear();
    const headers = {
      ...Object.fromEntries(response.headers),
      'content-length': String(content.bytes.length),
    };
    ofPage.set(encodingsOf(env), { status: response.status, headers, bytes: content.bytes });
    answers.set(content.page, ofPage);
  }

  function repeat({ status, headers, bytes }: FinishedAnswer, { incoming }: Bindings): Response {
    const requestId = newId();
    const [path = ''] = (incoming?.url ?? '').split('?', 1);
    observeRequest(platform, { requestId, method: 'GET', path })(status);
    return new Response(bytes, { status, headers: { ...headers, 'x-request-id': requestId } });
  }

  async function answerAndStore(answer: Response | Promise<Response>, env: Bindings): Promise<Response> {
    const response = await answer;
    store(env, response);
    return response;
  }

  return {
    note: (env, content) => void contents.set(env, content),
    fetchWith: (answerOfApp) => (request, env) => {
      if (platform.isDraining || !isRepeatable(env)) return answerOfApp(request, env);
      const answer = finished(env);
      return answer ? repeat(answer, env) : answerAndStore(answerOfApp(request, env), env);
    },
  };
}

/** Whether a request can get the same answer as another with the same address and Accept-Encoding. */
function isRepeatable({ incoming }: Bindings): boolean {
  if (incoming?.method !== 'GET') return false;
  const { cookie, accept } = incoming.headers;
  return !cookie && accept !== 'text/event-stream';
}

/** Without the header, the answer varies by it in another way than with an empty one. */
const encodingsOf = ({ incoming }: Bindings) => String(incoming?.headers['accept-encoding'] ?? null);
