import { describe, expect, test } from 'vitest';
import { fileErrors, MAX_FILE_BYTES } from './files.contract.ts';
import { refuseUpload, UPLOAD_TYPES } from './files.rules.ts';

describe('before a file is sent', () => {
  test.each([...UPLOAD_TYPES, ''])('%j of up to 10 MB may be', (type) => {
    expect(refuseUpload({ type, size: 1 })).toBeNull();
    expect(refuseUpload({ type, size: MAX_FILE_BYTES })).toBeNull();
  });

  test.each([
    ['image/png', MAX_FILE_BYTES + 1, fileErrors.FILE_TOO_LARGE],
    ['image/png', 0, fileErrors.FILE_EMPTY],
    ['text/plain', 1, fileErrors.FILE_TYPE],
    ['image/svg+xml', 1, fileErrors.FILE_TYPE],
  ])('%j of %d bytes is refused as the server would', (type, size, error) => {
    expect(refuseUpload({ type, size })).toBe(error);
  });
});
