import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from './query-client.ts';

afterEach(() => {
  vi.useRealTimers();
  queryClient.clear();
});

test('a screen that mounts right after its loader failed does not ask again, a later one does', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 });
  const ask = vi.fn(() => Promise.reject(new Error('503: busy')));
  const options = { queryKey: ['screen'], queryFn: ask };
  const mount = () => new QueryObserver(queryClient, options).subscribe(() => undefined);
  await queryClient.prefetchQuery(options);
  mount()();
  expect(ask).toHaveBeenCalledTimes(1);

  vi.setSystemTime(1_005_000);
  mount()();
  expect(ask).toHaveBeenCalledTimes(2);
});
