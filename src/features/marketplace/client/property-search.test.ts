import { expect, test } from 'vitest';
import { readPropertySearch } from './property-search.ts';

test('a tab and an open dialog stay', () => {
  expect(readPropertySearch({ tab: 'governance', invest: 7 })).toEqual({ tab: 'governance', invest: 7 });
});

test.each([{}, { tab: 'overview' }, { tab: 'castle' }, { tab: ['trading'] }, { tab: 3 }, { invest: 'x' }])(
  '%j opens the overview',
  (raw) => {
    expect(readPropertySearch(raw)).toEqual({});
  },
);
