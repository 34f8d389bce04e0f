import { expect, test } from 'vitest';
import { openedVersions } from './opened-versions.ts';

test('a decision from the queue is about the version that the list showed first, until its changes are known', () => {
  const opened = openedVersions();
  const row = (version: number) => ({ id: 'one', version });
  opened.note([row(1)]);
  opened.note([row(2), { id: 'other', version: 7 }]);
  expect(opened.of(row(2))).toBe(1);
  opened.clear('one');
  opened.note([row(2)]);
  opened.note([row(3)]);
  expect(opened.of(row(3))).toBe(2);
  expect(opened.of({ id: 'unseen', version: 4 })).toBe(4);
});
