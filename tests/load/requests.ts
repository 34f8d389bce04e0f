import { commonErrors } from '#kernel/errors.ts';
import { bpsToDecimal, toDecimal } from '#kernel/money.ts';
import { type Answer, testClient } from '../support/server.ts';
import type { Buyer } from './scene.ts';

/** Parts of a request: ids that exist, and numbers to choose with. */
export interface Draw {
  propertyIds: readonly number[];
  a: number;
  b: number;
}

/** A kind of request, over tRPC and, where there is a path for it, over REST. */
export interface Kind<Input = unknown> {
  /** The procedure. */
  name: string;
  weight: number;
  type: 'query' | 'mutation';
  by: 'anyone' | 'admin';
  keyed?: true;
  /** The table with a row for each accepted request of this kind. */
  rows?: 'investments' | 'bank_transfers' | 'properties';
  input(draw: Draw): Input;
  rest?(input: Input): { method: string; path: string; body?: unknown };
  /** The codes it may be refused with. */
  refusals: readonly string[];
}

const kind = <Input>(described: Kind<Input>) => described as unknown as Kind;
const propertyOf = ({ propertyIds, a }: Draw) => propertyIds[a % propertyIds.length] ?? 0;

export const deposit = kind({
  name: 'wallet.deposit',
  weight: 10,
  type: 'mutation',
  by: 'anyone',
  keyed: true,
  rows: 'bank_transfers',
  // Amounts that end in 13 cents are declined by the sandbox bank.
  input: ({ a, b }) => ({ amountCents: (a % 10 === 0 ? 200_000 : 100) + (b % 5_000) }),
  rest: ({ amountCents }) => ({
    method: 'POST',
    path: '/api/wallet/deposits',
    body: { amount: toDecimal(amountCents) },
  }),
  refusals: ['TOO_MANY_PENDING', 'KEY_REUSED'],
});

const withdraw = kind({
  name: 'wallet.withdraw',
  weight: 5,
  type: 'mutation',
  by: 'anyone',
  keyed: true,
  rows: 'bank_transfers',
  input: ({ b }) => ({ amountCents: 100 + (b % 20_000) }),
  // Withdrawals need a recent authentication, which scripts do not have.
  refusals: ['CONFIRM_IDENTITY', 'INSUFFICIENT_FUNDS', 'TOO_MANY_PENDING', 'KEY_REUSED'],
});

export const invest = kind({
  name: 'investing.invest',
  weight: 40,
  type: 'mutation',
  by: 'anyone',
  keyed: true,
  rows: 'investments',
  input: (draw) => ({ propertyId: propertyOf(draw), shares: 1 + (draw.b % 12) }),
  rest: (body) => ({ method: 'POST', path: '/api/investments', body }),
  refusals: ['PROPERTY_NOT_FOUND', 'NOT_OPEN', 'NOT_ENOUGH_SHARES', 'INSUFFICIENT_FUNDS', 'KEY_REUSED'],
});

export const submit = kind({
  name: 'properties.submit',
  weight: 3,
  type: 'mutation',
  by: 'anyone',
  keyed: true,
  rows: 'properties',
  input: ({ a, b }) => ({
    submission: {
      name: 'Maple Court',
      location: 'Austin, TX',
      propertyType: 'residential',
      pricePerShare: toDecimal(100 + a),
      totalShares: 1 + (b % 500),
      annualYield: bpsToDecimal(b % 1_000),
    },
  }),
  rest: ({ submission }) => ({ method: 'POST', path: '/api/properties', body: submission }),
  refusals: ['KEY_REUSED'],
});

const statuses = ['approved', 'approved', 'pending', 'rejected'] as const;

const setStatus = kind({
  name: 'properties.setStatus',
  weight: 6,
  type: 'mutation',
  by: 'admin',
  input: (draw) => ({
    id: propertyOf(draw),
    status: statuses[draw.b % statuses.length],
    reason: 'Looked at again.',
  }),
  rest: ({ id, ...change }) => ({ method: 'PATCH', path: `/api/properties/${id}`, body: change }),
  refusals: ['STATUS_UNCHANGED', 'STATUS_NOT_ALLOWED'],
});

const rename = kind({
  name: 'identity.updateProfile',
  weight: 2,
  type: 'mutation',
  by: 'anyone',
  input: ({ a }) => ({ firstName: `Ada ${a}`, lastName: 'Quill' }),
  refusals: [],
});

const detail = kind({
  name: 'properties.detail',
  weight: 6,
  type: 'query',
  by: 'anyone',
  input: (draw) => ({ id: propertyOf(draw) }),
  rest: ({ id }) => ({ method: 'GET', path: `/api/properties/${id}` }),
  refusals: ['PROPERTY_NOT_FOUND'],
});

const read = (name: string, input: unknown, path?: string) =>
  kind({
    name,
    weight: 3,
    type: 'query',
    by: 'anyone',
    input: () => input,
    ...(path && { rest: () => ({ method: 'GET', path }) }),
    refusals: [],
  });

export const kinds: readonly Kind[] = [
  invest,
  deposit,
  withdraw,
  submit,
  setStatus,
  rename,
  detail,
  read('properties.list', { limit: 20 }, '/api/properties?limit=20'),
  read('investing.investments', { limit: 20 }, '/api/investments/user?limit=20'),
  read('portfolio.overview', undefined, '/api/portfolio/summary'),
  read('wallet.overview', undefined),
  read('wallet.movements', { limit: 20 }),
];

export interface Request {
  kind: Kind;
  input: unknown;
  key: string;
  by: Buyer;
  over: 'trpc' | 'rest';
  with: 'cookie' | 'token';
}

/** An answer in terms that are the same over tRPC and REST. */
export interface Reply {
  status: number;
  /** The refusal's code, null when it was accepted. */
  code: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  result: any;
  replayed: boolean;
}

/** Sends a request to one of the servers, as a browser or as a script does. */
export async function send(url: string, request: Request): Promise<Reply> {
  const { kind, input, key, by, over } = request;
  // Admin commands need a recent authentication, which a token never has.
  const client = testClient(
    url,
    request.with === 'cookie' || kind.by === 'admin'
      ? { cookie: by.cookie, 'sec-fetch-site': 'same-origin' }
      : { authorization: `Bearer ${by.token}` },
  );
  if (over === 'rest' && kind.rest) {
    const { method, path, body } = kind.rest(input);
    return replyOf(
      await client.send(method, path, body, kind.keyed ? { 'idempotency-key': key } : {}),
      'rest',
    );
  }
  if (kind.type === 'query') return replyOf(await client.query(kind.name, input), 'trpc');
  const body = kind.keyed ? { ...(input as object), requestId: key } : input;
  return replyOf(await client.mutate(kind.name, body), 'trpc');
}

function replyOf({ status, headers, json }: Answer, over: 'trpc' | 'rest'): Reply {
  const accepted = status < 300;
  const code = over === 'trpc' ? json?.error?.data?.domainCode : json?.code;
  return {
    status,
    code: accepted ? null : (code ?? 'no code'),
    result: accepted ? (over === 'trpc' ? json.result.data : json) : null,
    replayed: headers.get('idempotent-replayed') === 'true',
  };
}

/** Whether an answer is expected, however busy the servers are. */
export function isForeseen({ kind }: Request, { status, code }: Reply): boolean {
  return (
    status < 500 && code !== commonErrors.MALFORMED.code && (code === null || kind.refusals.includes(code))
  );
}
