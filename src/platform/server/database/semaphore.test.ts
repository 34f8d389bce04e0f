import { describe, expect, test } from 'vitest';
import { refusalOf } from '#tests/support/checks.ts';
import { createSemaphore } from './semaphore.ts';

describe('a gate', () => {
  test('lets its limit in at once, and the others in the order of their arrival', async () => {
    const pass = createSemaphore({ permits: 2, maxWaitMs: null });
    const began: number[] = [];
    const finish: (() => void)[] = [];
    const work = (name: number) =>
      pass(() => {
        began.push(name);
        return new Promise<number>((resolve) => finish.push(() => resolve(name)));
      });
    const all = [1, 2, 3, 4].map(work);
    await Promise.resolve();
    expect(began).toEqual([1, 2]);
    finish[1]?.();
    expect(await all[1]).toBe(2);
    expect(began).toEqual([1, 2, 3]);
    finish[0]?.();
    finish[2]?.();
    await all[2];
    finish[3]?.();
    expect(await Promise.all(all)).toEqual([1, 2, 3, 4]);
  });

  test('refuses work that waited too long, without beginning it, and continues', async () => {
    const pass = createSemaphore({ permits: 1, maxWaitMs: 10 });
    let free = () => {};
    const holder = pass(() => new Promise<void>((resolve) => (free = resolve)));
    let began = false;
    const late = async () => {
      began = true;
    };
    expect(await refusalOf(pass(late))).toBe('UNAVAILABLE');
    free();
    await holder;
    expect(began).toBe(false);
    expect(await pass(async () => 'next')).toBe('next');
  });

  test('gives the place back when the work fails', async () => {
    const pass = createSemaphore({ permits: 1, maxWaitMs: 10 });
    const failing = pass(() => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
    expect(await pass(async () => 'next')).toBe('next');
  });
});
