import { expect, test } from 'vitest';
import { archiveInput } from './document-center.contract.ts';
import { archiveOf } from './document-center.rules.ts';

const documents = (many: number) =>
  Array.from({ length: many }, (_, at) => ({ id: `tax:${2000 + (at % 100)}` }));

test('an archive has all documents, or its button says how many of them and how to get the others', () => {
  expect(archiveOf(documents(100))).toMatchObject({ label: 'Download all as zip', note: null });
  const { ids, label, note } = archiveOf(documents(120));
  expect(archiveInput.safeParse({ ids }).success).toBe(true);
  expect(label).toBe('Download newest 100 of 120 as zip');
  expect(note).toContain('Choose a year');
});
