import { afterEach, expect, test, vi } from 'vitest';
import { addFailedPart, hasFailedParts, loadFailedParts } from './failed-parts.ts';

const added: (() => void)[] = [];
const add = (load: () => Promise<unknown>) => added.push(addFailedPart(load));
afterEach(() => {
  for (const remove of added.splice(0)) remove();
});

test('a failed part is loaded until its code has arrived, whatever happens to the others', async () => {
  const lost = vi.fn(() => Promise.reject(new Error('no code')));
  const found = vi.fn(async () => undefined);
  add(lost);
  add(found);
  await loadFailedParts();
  expect(hasFailedParts()).toBe(true);
  await loadFailedParts();
  expect([lost.mock.calls.length, found.mock.calls.length]).toEqual([2, 1]);
  lost.mockResolvedValueOnce(undefined as never);
  await loadFailedParts();
  expect(hasFailedParts()).toBe(false);
});

test('a part that has left the screen is not loaded', async () => {
  const load = vi.fn(async () => undefined);
  addFailedPart(load)();
  await loadFailedParts();
  expect([hasFailedParts(), load.mock.calls.length]).toEqual([false, 0]);
});
