import { z } from 'zod';
import { commonErrors, DomainError, type ErrorDefinition } from '#kernel/errors.ts';
import { groupBy } from '#kernel/group-by.ts';
import { newId } from '#kernel/ids.ts';
import { requestId } from '#kernel/schemas.ts';
import { parseInput } from '../errors/error-mapping.ts';
import { requireAccess } from '../security/access.ts';
import type { Caller, UserActor } from '../security/caller.ts';
import type { Download } from './download-slots.ts';
import type { TrpcContext } from './trpc.ts';

type Empty = Record<string, never>;

/** Context of a REST path's handler: checked input, the caller, and ways to shape the answer. */
interface RestCall<Params, Query, Body> extends TrpcContext {
  params: Params;
  query: Query;
  body: Body;
  /** The caller's idempotency key, or a new one when none was sent. */
  requestId: string;
  /** Names the next page in the `Link` header (RFC 8288). */
  linkNext(cursor: string | null): void;
}

interface RestDefinition<
  Access,
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer,
> {
  method: 'GET' | 'POST' | 'PATCH';
  /** OpenAPI form: `/api/properties/{id}`. */
  path: string;
  /** Command or query it is a thin path over. */
  name: string;
  summary: string;
  access: Access;
  params?: Params;
  query?: Query;
  body?: Body;
  /** For a GET that a replica must not answer, or cannot because it writes. */
  onPrimary?: true;
  /** True when the `Idempotency-Key` header is honored. */
  isIdempotent?: boolean;
  status: 200 | 201;
  answer: z.ZodType<Answer>;
  errors: readonly ErrorDefinition[];
  handle: (
    call: Omit<RestCall<z.output<Params>, z.output<Query>, z.output<Body>>, 'caller'> & {
      caller: Access extends 'public' ? TrpcContext['caller'] : TrpcContext['caller'] & { actor: UserActor };
    },
  ) => Promise<Answer>;
}

/** A REST path, ready to be served and described. */
export type RestRoute = Omit<
  RestDefinition<'public' | 'signedIn' | 'admin', z.ZodType, z.ZodType, z.ZodType, unknown>,
  'handle'
> & {
  run: (call: RawCall) => Promise<unknown>;
  /** The body is a file. */
  upload?: true;
  /** The answer is a file. */
  download?: Download;
};

/** A request before its input is checked. */
export interface RawCall extends TrpcContext {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  idempotencyKey: string | undefined;
  linkNext(cursor: string | null): void;
  /** Reads a body that is a file; throws `tooLarge` when it is longer. It has to be faster while slots are scarce. */
  readBody(
    maxBytes: number,
    tooLarge: ErrorDefinition,
    isScarce: () => boolean,
  ): Promise<{ name: string; bytes: Uint8Array }>;
  /** Who calls, authenticated now: a file takes minutes, by which a session, a token or a role may have ended. */
  callerNow(): Promise<Caller>;
}

/** Defines a REST path: its place, its contract and one call. The answer is stripped to its schema. */
export function restRoute<
  Access extends 'public' | 'signedIn' | 'admin',
  Answer,
  Params extends z.ZodType = z.ZodType<Empty>,
  Query extends z.ZodType = z.ZodType<Empty>,
  Body extends z.ZodType = z.ZodType<undefined>,
>(definition: RestDefinition<Access, Params, Query, Body, Answer>): RestRoute {
  const { handle, ...described } = definition;
  return {
    ...described,
    async run({ params, query, body, idempotencyKey, readBody: _, callerNow: __, ...rest }) {
      requireAccess(definition.access, rest.caller.actor, { isWrite: definition.method !== 'GET' });
      const checked = {
        ...rest,
        params: definition.params ? parseInput(definition.params, params) : {},
        query: definition.query ? parseInput(definition.query, query) : refuseUnknown(query),
        body: definition.body ? parseInput(definition.body, body) : undefined,
        requestId: idempotencyKey === undefined ? newId() : keyOf(idempotencyKey),
      };
      const answer = await handle(checked as never);
      return definition.answer.parse(answer);
    },
  };
}

const keyHeader = z.object({ 'Idempotency-Key': requestId });

/** The idempotency key; a refusal names the header that it was sent in. */
function keyOf(idempotencyKey: string): string {
  return parseInput(keyHeader, { 'Idempotency-Key': idempotencyKey })['Idempotency-Key'];
}

/** Refuses query parameters on a path that takes none. */
export function refuseUnknown(query: Record<string, string>): Empty {
  const [unknown] = Object.keys(query);
  if (unknown !== undefined) {
    throw new DomainError(commonErrors.MALFORMED, {
      message: `${unknown}: unknown query parameter.`,
    });
  }
  return {};
}

/** An integer in a query string or path. */
export const integerText = (schema: z.ZodType<number, number>) =>
  z
    .string()
    .regex(/^-?\d{1,15}$/, 'Must be a whole number.')
    .transform(Number)
    .pipe(schema);

/** `limit` and `cursor`, the query parameters of every list. */
export const restPaging = {
  limit: integerText(z.int().min(1, 'At least 1.').max(500, 'At most 500.')).default(100),
  cursor: z.string().max(200).optional(),
};

const errorBody = z.object({
  message: z.string(),
  code: z.string(),
  /** The fields of a malformed request, by their dotted path. */
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

/** OpenAPI 3.1, derived from the contracts of these routes. */
export function openapiOf(routes: readonly RestRoute[], product: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${product} REST API`,
      version: '1.0.0',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server that this document comes from.' }],
    paths,
    components: {
      schemas: { Error: schemaOf(errorBody, 'output') },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'commonhold',
          description: 'On https the cookie is called __Host-commonhold.',
        },
        token: { type: 'http', scheme: 'bearer' },
      },
    },
  };
}

const replayHeader = {
  'Idempotent-Replayed': {
    description: '"true" when the answer was recorded by an earlier call with the same key.',
    schema: { type: 'string', enum: ['true'] },
  },
};

const fileContent = {
  'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
};

const fileNameHeader = {
  name: 'X-File-Name',
  in: 'header',
  description: 'What the file is called, percent-encoded.',
  schema: { type: 'string' },
};

function operationOf(route: RestRoute): Record<string, unknown> {
  const failures = [...commonFailures(route), ...route.errors];
  const byStatus = groupBy(failures, (error) => new DomainError(error).status);
  const errors = [...byStatus].map(([status, definitions]) => [
    String(status),
    {
      description: definitions.map(({ code, message }) => `${code}: ${message}`).join(' '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ]);
  return {
    operationId: `${route.name}.${route.method.toLowerCase()}`,
    summary: route.summary,
    security: route.access === 'public' ? [] : [{ session: [] }, { token: [] }],
    parameters: parametersOf(route),
    ...(route.upload ? { requestBody: { required: true, content: fileContent } } : {}),
    ...(route.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(route.body, 'input') } },
          },
        }
      : {}),
    responses: {
      [route.status]: {
        description: 'Done.',
        ...(route.isIdempotent ? { headers: replayHeader } : {}),
        content: route.download
          ? fileContent
          : { 'application/json': { schema: schemaOf(route.answer, 'output') } },
      },
      ...Object.fromEntries(errors),
    },
  };
}

function commonFailures(route: RestRoute): ErrorDefinition[] {
  const { MALFORMED, UNAUTHORIZED, ADMIN_REQUIRED, READ_ONLY_TOKEN, CROSS_SITE } = commonErrors;
  const { ADMIN_SCOPE_REQUIRED, SECOND_FACTOR_MISSING, ACCOUNT_FROZEN } = commonErrors;
  const { TOO_LARGE, KEY_REUSED, RATE_LIMITED, UNAVAILABLE, TOOK_TOO_LONG, NO_ROOM } = commonErrors;
  const writes = route.method !== 'GET';
  return [
    MALFORMED,
    UNAUTHORIZED,
    ...(route.access === 'admin' ? [ADMIN_REQUIRED, ADMIN_SCOPE_REQUIRED, SECOND_FACTOR_MISSING] : []),
    ...(route.access === 'admin' || (writes && route.access !== 'public') ? [ACCOUNT_FROZEN] : []),
    ...(writes && route.access === 'admin' ? [commonErrors.CONFIRM_IDENTITY] : []),
    ...(writes && route.access !== 'public' ? [READ_ONLY_TOKEN] : []),
    ...(writes ? [CROSS_SITE] : []),
    ...(route.body ? [TOO_LARGE] : []),
    ...(route.isIdempotent ? [KEY_REUSED] : []),
    RATE_LIMITED,
    UNAVAILABLE,
    TOOK_TOO_LONG,
    ...(writes ? [NO_ROOM] : []),
  ];
}

function parametersOf(route: RestRoute): Record<string, unknown>[] {
  const inPath = propertiesOf(route.params).map((one) => ({ ...one, in: 'path', required: true }));
  const inQuery = propertiesOf(route.query).map((one) => ({ ...one, in: 'query' }));
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Kept across retries: the same key never has a second effect.',
    schema: schemaOf(requestId, 'input'),
  };
  return [
    ...inPath,
    ...inQuery,
    ...(route.isIdempotent ? [key] : []),
    ...(route.upload ? [fileNameHeader] : []),
  ];
}

function propertiesOf(schema: z.ZodType | undefined): { name: string; required: boolean; schema: unknown }[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, one]) => ({
    name,
    required: required.includes(name),
    schema: one,
  }));
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
  });
  return rest;
}
