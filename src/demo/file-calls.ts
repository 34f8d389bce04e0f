import { restRoutes } from '#app/server/slices.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { wireErrorOf } from '#platform/server/errors/error-mapping.ts';
import type { RawCall, RestRoute } from '#platform/server/transport/rest.ts';
import { FileAnswer, fileHeaders } from '#platform/server/transport/rest-files.ts';
import type { TrpcContext } from '#platform/server/transport/trpc.ts';
import { fromBase64, toBase64 } from './base64.ts';
import type { Call, Outcome } from './messages.ts';

/** Answers a call that sends or wants a file by the product's own REST path. */
export async function answerFileCall(ctx: TrpcContext, { address, method, file }: Call): Promise<Outcome> {
  const { pathname, searchParams } = new URL(address, 'http://in.process');
  try {
    const [route, params] = routeOf(method, pathname);
    const answer = await route.run({
      ...ctx,
      params,
      query: Object.fromEntries(searchParams),
      body: undefined,
      idempotencyKey: undefined,
      linkNext: () => undefined,
      readBody: bodyOf(file),
      callerNow: async () => ctx.caller,
    });
    const sent = [...ctx.responseHeaders] as [string, string][];
    if (!(answer instanceof FileAnswer))
      return { status: route.status, headers: sent, body: JSON.stringify(answer) };
    const headers = [...sent, ...Object.entries(fileHeaders(answer))];
    return { status: route.status, headers, body: toBase64(answer.bytes), isFile: true };
  } catch (error) {
    const { status, code, message } = wireErrorOf(error);
    if (status >= 500) console.error(error);
    return { status, headers: [], body: JSON.stringify({ code, message }) };
  }
}

function routeOf(method: string, pathname: string): [RestRoute, Record<string, string>] {
  for (const route of restRoutes) {
    const pattern = new RegExp(`^${route.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
    const found = route.method === method ? pattern.exec(pathname) : null;
    if (found) return [route, { ...found.groups }];
  }
  throw new DomainError(commonErrors.NOT_FOUND);
}

function bodyOf(file: Call['file']): RawCall['readBody'] {
  return async (maxBytes, tooLarge) => {
    const bytes = fromBase64(file?.base64 ?? '');
    if (bytes.length > maxBytes) throw new DomainError(tooLarge);
    return { name: file?.name ?? '', bytes };
  };
}
