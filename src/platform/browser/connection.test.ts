import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MINUTE, SECOND } from '#kernel/time.ts';
import { watchConnection } from './connection.ts';
import { queryClient, reportRequestError } from './query-client.ts';

const unavailable = { data: { httpStatus: 503 } };

/** Whether /readyz says that the server is ready. */
let isReady = true;
let stop: () => void;
const onChange = vi.fn<(isAway: boolean) => void>();
let isPageLost = false;
const page = { isLost: () => isPageLost, isLoading: () => false, load: vi.fn(async () => undefined) };
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (path: string) => ({ ok: path === '/readyz' ? isReady : true }));
  stop = watchConnection(page, onChange);
});
afterEach(() => {
  stop();
  queryClient.clear();
  onChange.mockClear();
  page.load.mockReset();
  isPageLost = false;
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A query on the screen. */
function show(answer: () => Promise<string>) {
  const queryFn = vi.fn(answer);
  const observer = new QueryObserver(queryClient, { queryKey: [crypto.randomUUID()], queryFn });
  observer.subscribe(() => undefined);
  return { queryFn, status: () => observer.getCurrentResult().status };
}

test('what the screen lacks without a database loads by itself when the database is back', async () => {
  isReady = false;
  const { status } = show(async () => (isReady ? 'here' : Promise.reject(unavailable)));
  await vi.advanceTimersByTimeAsync(20 * SECOND);
  expect([status(), onChange.mock.calls]).toEqual(['error', [[true]]]);
  isReady = true;
  await vi.advanceTimersByTimeAsync(15 * SECOND);
  expect([status(), onChange.mock.calls]).toEqual(['success', [[true], [false]]]);
});

test('a single request that got lost is repeated, and no notice says that the server is away', async () => {
  let answers = 0;
  const { status } = show(async () => {
    answers += 1;
    if (answers === 1) throw new TypeError('Failed to fetch');
    return 'here';
  });
  await vi.advanceTimersByTimeAsync(SECOND);
  expect([status(), onChange.mock.calls]).toEqual(['success', []]);
});

test('a query that never gets an answer is given up, and a refused one is not repeated', async () => {
  const broken = show(() => Promise.reject(unavailable));
  const refused = show(() => Promise.reject({ data: { httpStatus: 404 } }));
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  expect([broken.queryFn.mock.calls.length, refused.queryFn.mock.calls.length]).toEqual([5, 1]);
  expect(onChange).not.toHaveBeenCalled();
});

test('a page whose data got no answer is loaded again when the server is back', async () => {
  isReady = isPageLost = false;
  reportRequestError(unavailable);
  isPageLost = true;
  await vi.advanceTimersByTimeAsync(20 * SECOND);
  expect(page.load).not.toHaveBeenCalled();
  isReady = true;
  page.load.mockImplementation(async () => {
    isPageLost = false;
  });
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(page.load).toHaveBeenCalledTimes(1);
});

test('a page that never gets its data is given up after a few times', async () => {
  isReady = isPageLost = true;
  reportRequestError(unavailable);
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  expect(page.load).toHaveBeenCalledTimes(4);
});

test.each(['a query on the screen', 'the page'])(
  '%s that failed before the watch is loaded again',
  async (what) => {
    stop();
    let answers = 0;
    const query = show(async () => {
      answers += 1;
      if (answers === 1 && what !== 'the page') throw new TypeError('Failed to fetch');
      return 'here';
    });
    isPageLost = what === 'the page';
    page.load.mockImplementation(async () => {
      isPageLost = false;
    });
    await vi.advanceTimersByTimeAsync(SECOND);
    stop = watchConnection(page, onChange);
    await vi.advanceTimersByTimeAsync(SECOND);
    expect([query.status(), isPageLost, onChange.mock.calls]).toEqual(['success', false, []]);
  },
);
