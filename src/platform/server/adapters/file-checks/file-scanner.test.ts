import { afterEach, expect, test, vi } from 'vitest';
import { aPdf } from '#tests/support/uploads.ts';
import { fileScanner } from './file-scanner.ts';

afterEach(() => vi.useRealTimers());

test('a file that comes while the idle thread ends is scanned by another one, not refused', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const scan = fileScanner();
  const file = { kind: 'pdf', bytes: aPdf() } as const;
  const clean = { problem: null, mediaType: 'application/pdf' };
  expect(await scan(file, 'ada')).toEqual(clean);
  vi.runOnlyPendingTimers();
  expect(await scan(file, 'ada')).toEqual(clean);
});
