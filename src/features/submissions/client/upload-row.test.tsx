import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { UploadRow } from './upload-row.tsx';
import type { PendingUpload } from './uploads.ts';

const nothing = () => undefined;

const shown = (changed: Partial<PendingUpload>) => {
  const file = new File(['%PDF'], 'rents.pdf');
  const upload: PendingUpload = {
    ...{ id: 'a', kind: 'rentRoll', file, progress: 0, error: null, canRetry: false },
    status: 'sending',
    ...changed,
  };
  return renderToStaticMarkup(
    <UploadRow upload={upload} holdFocus={nothing} onRetry={nothing} onDrop={nothing} />,
  );
};

test('an upload shows how much of it has been sent', () => {
  expect(shown({ status: 'waiting' })).toContain('aria-valuetext="Waiting"');
  expect(shown({ progress: 0.424 })).toContain('aria-valuetext="42%"');
  expect(shown({ progress: 1 })).toContain('aria-valuetext="Checking"');
});

test('a failed upload says why, and can be tried again only where that may help', () => {
  const failed = { status: 'failed', error: 'The server did not respond to the upload.' } as const;
  expect(shown(failed)).toContain(failed.error);
  expect(shown(failed)).not.toContain('Try again');
  expect(shown({ ...failed, canRetry: true })).toContain('aria-label="Try rents.pdf again"');
});
