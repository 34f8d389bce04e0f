import { expect, test } from 'vitest';
import { archiveInput } from './document-center.contract.ts';
import { archiveOf, matches } from './document-center.rules.ts';

const documents = (many: number) =>
  Array.from({ length: many }, (_, at) => ({ id: `tax:${2000 + (at % 100)}` }));

test('an archive has all documents, or its button says how many of them and how to get the others', () => {
  expect(archiveOf(documents(100))).toMatchObject({ label: 'Download all as zip', note: null });
  const { ids, label, note } = archiveOf(documents(120));
  expect(archiveInput.safeParse({ ids }).success).toBe(true);
  expect(label).toBe('Download newest 100 of 120 as zip');
  expect(note).toContain('Choose a year');
});

test('tab, year and words each leave out documents on their own, and all of them have to fit', () => {
  const facts = { description: 'Version 1', propertyName: null };
  const tax = { ...facts, name: '2027 Tax Summary', category: 'tax', year: 2027 } as const;
  // Its name has a year, too: only the year of the document counts.
  const other = {
    ...facts,
    name: 'Share certificate: 2027 Elm',
    category: 'certificate',
    year: 2028,
  } as const;
  const found = (filter: Parameters<typeof matches>[1]) =>
    [tax, other].filter((entry) => matches(entry, filter));
  expect(found({})).toEqual([tax, other]);
  expect(found({ year: 2027 })).toEqual([tax]);
  expect(found({ year: 2028 })).toEqual([other]);
  expect(found({ year: 2026 })).toEqual([]);
  expect(found({ tab: 'certificate' })).toEqual([other]);
  expect(found({ q: 'SUMMARY 2027' })).toEqual([tax]);
  expect(found({ q: 'version', tab: 'tax', year: 2028 })).toEqual([]);
});
