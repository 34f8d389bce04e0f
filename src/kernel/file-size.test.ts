import { expect, test } from 'vitest';
import { formatFileSize } from './file-size.ts';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [10_485_760, '10.5 MB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatFileSize(bytes)).toBe(text);
});
