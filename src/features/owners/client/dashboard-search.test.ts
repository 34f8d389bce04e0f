import { describe, expect, test } from 'vitest';
import {
  listInputOf,
  readDashboardSearch,
  searchOfSortOption,
  sortOptionOf,
  sortOptions,
} from './dashboard-search.ts';

describe('the address of the owner dashboard', () => {
  test('carries text, status, sort and order to the server', () => {
    const typed = { q: ' Maple ', status: 'fully-funded', sort: 'capRate', order: 'descending' };
    const input = { q: 'Maple', status: 'Fully Funded', sort: 'capRate', order: 'descending' };
    expect(listInputOf(readDashboardSearch(typed))).toEqual(input);
  });

  test.each([
    {},
    { status: 'constructor', sort: 'price', order: 'down' },
    { status: 7, sort: null },
    { sort: 'name', order: 'ascending' },
  ])('reads %j as the whole list by name', (raw) => {
    expect(listInputOf(readDashboardSearch(raw))).toEqual({ sort: 'name', order: 'ascending' });
  });

  test.each(sortOptions)('has "$label" as one option', ({ value }) => {
    expect(sortOptionOf(searchOfSortOption(value))).toBe(value);
  });
});
