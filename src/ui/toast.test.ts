import { expect, test } from 'vitest';
import { resumeToasts, showLastToast, showToast, showToastsBy } from './toast.ts';

test('nothing is shown after the last message of a page, until the page comes back', () => {
  const shown: string[] = [];
  const stop = showToastsBy(({ title }) => shown.push(title));
  showToast({ title: 'Saved' });
  showLastToast({ title: 'Unauthorized' });
  showToast({ title: 'Error' });
  expect(shown).toEqual(['Saved', 'Unauthorized']);
  resumeToasts();
  showToast({ title: 'Saved again' });
  expect(shown).toEqual(['Saved', 'Unauthorized', 'Saved again']);
  stop();
});
