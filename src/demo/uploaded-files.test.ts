import { afterEach, expect, test, vi } from 'vitest';
import { uploadedFiles } from './uploaded-files.ts';

vi.mock('./downloads.ts', () => ({ downloadUploads: async () => ({}) }));
afterEach(() => vi.unstubAllGlobals());

/** A database of the browser: each request succeeds soon, and its transaction ends after that. */
function browserThat(end: 'completes' | 'aborts') {
  const requestFor = (result: unknown) => {
    const request = { result, onsuccess: () => {} };
    setTimeout(() => request.onsuccess());
    return request;
  };
  const transaction = () => {
    const own = {
      error: new Error('storage is full'),
      oncomplete: () => {},
      onabort: () => {},
      objectStore: () => ({ put: later, delete: later }),
    };
    function later() {
      setTimeout(() => (end === 'completes' ? own.oncomplete() : own.onabort()), 10);
      return requestFor(undefined);
    }
    return own;
  };
  vi.stubGlobal('indexedDB', { open: () => requestFor({ transaction }) });
}

test.each(['put', 'remove'] as const)('%s is done when it is stored, and not before', async (what) => {
  const change = () =>
    what === 'put'
      ? uploadedFiles().put('deed', new Uint8Array([1]), 'text/plain')
      : uploadedFiles().remove('deed');
  browserThat('completes');
  await expect(change()).resolves.toBeUndefined();
  browserThat('aborts');
  await expect(change()).rejects.toThrow('storage is full');
});
