import { beforeEach, expect, test } from 'vitest';
import { POSITION_HEADER, UNKNOWN_POSITION } from '#kernel/answer-headers.ts';
import { refreshBy } from './refresh.ts';
import { answerWith, invalidatePosition, raisePosition, trpcClient } from './trpc.ts';

const token = (place: number) => `${'a'.repeat(16)}${String(place).padStart(24, '0')}.signature`;

interface ArrivedRequest {
  /** The position that the request carries. */
  carried: string | null;
  answer(status: number, position?: string): void;
  lose(): void;
}

const FAILURE = { error: { message: 'no', code: -32_000, data: { httpStatus: 500, domainCode: 'X' } } };
const SUCCESS = { result: { data: null } };

const arrived: ArrivedRequest[] = [];
refreshBy({});
answerWith(
  (request) =>
    new Promise((resolve, reject) => {
      arrived.push({
        carried: request.headers.get(POSITION_HEADER),
        answer(status, position) {
          const headers = position === undefined ? {} : { [POSITION_HEADER]: position };
          resolve(Response.json([status < 300 ? SUCCESS : FAILURE], { status, headers }));
        },
        lose: () => reject(new TypeError('fetch failed')),
      });
    }),
);

/** Starts a request and answers it when the test says so. */
async function begin(send: () => Promise<unknown>) {
  const done = send().catch(() => undefined);
  const before = arrived.length;
  await expect.poll(() => arrived.length).toBe(before + 1);
  const { carried, answer, lose } = arrived.at(-1) as ArrivedRequest;
  return {
    carried,
    answer: (status: number, position?: string) => {
      answer(status, position);
      return done;
    },
    lose: () => {
      lose();
      return done;
    },
  };
}

const query = () => begin(() => trpcClient.identity.me.query());
const mutation = () =>
  begin(() => trpcClient.identity.updateProfile.mutate({ firstName: 'A', lastName: 'B' }));

beforeEach(async () => {
  invalidatePosition();
  await (await query()).answer(200, token(1));
});

async function carriedNext(): Promise<string | null> {
  const { carried, answer } = await query();
  await answer(200);
  return carried;
}

test('a change without an answer makes the position unknown until an answer has one', async () => {
  expect(await carriedNext()).toBe(token(1));
  await (await mutation()).lose();
  expect(await carriedNext()).toBe(UNKNOWN_POSITION);
  await (await query()).answer(200, token(2));
  expect(await carriedNext()).toBe(token(2));
  await (await mutation()).answer(504);
  expect(await carriedNext()).toBe(UNKNOWN_POSITION);
});

test('what was under way when the position became unknown does not settle it', async () => {
  const earlier = await mutation();
  const lost = await mutation();
  await lost.lose();
  await earlier.answer(200, token(2));
  raisePosition(token(3));
  expect(await carriedNext()).toBe(UNKNOWN_POSITION);
});
