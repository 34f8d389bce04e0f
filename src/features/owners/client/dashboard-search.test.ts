import { describe, expect, test } from 'vitest';
import {
  listInputOf,
  readDashboardSearch,
  searchOfSortOption,
  sortOptionOf,
  sortOptions,
} from './dashboard-search.ts';

describe('the address of the owner dashboard', () => {
  test('carries status, sort and order to the server', () => {
    const search = readDashboardSearch({ status: 'fully-funded', sort: 'capRate', order: 'descending' });
    expect(listInputOf(search)).toEqual({ status: 'Fully Funded', sort: 'capRate', order: 'descending' });
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
