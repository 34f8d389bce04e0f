import { expect, test } from 'vitest';
import { wordsQueryOf } from './search.ts';

test('a search asks for the beginnings of all its words', () => {
  expect(wordsQueryOf(' cap  rate! ')).toBe('cap:* & rate:*');
  expect(wordsQueryOf('  &|!():*<-> ')).toBeNull();
});
