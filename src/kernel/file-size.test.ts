import { expect, test } from 'vitest';
import { formatFileSize } from './file-size.ts';

test.each([
  [0, '0\u00a0B'],
  [999, '999\u00a0B'],
  [1_000, '1\u00a0KB'],
  [999_499, '999\u00a0KB'],
  [999_500, '1.0\u00a0MB'],
  [10_485_760, '10.5\u00a0MB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatFileSize(bytes)).toBe(text);
});
