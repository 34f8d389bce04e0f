import { expect, test } from 'vitest';
import type { DraftEntry } from '../entries.contract.ts';
import { changesOf } from './draft-changes.ts';

const entry = (at: number, importId: string | null): DraftEntry => ({
  id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
  date: '2026-09-05',
  counterparty: 'Ada Tenant',
  memo: null,
  amountCents: 100_000,
  line: null,
  importId,
  maybeDuplicate: false,
  receipt: null,
});
const typed = entry(2_000, null);
const entries = [...Array.from({ length: 2_000 }, (_, at) => entry(at, 'file')), typed];
const saved = { version: 'one', content: { entries, imports: [] } };

test('of a month with 2,000 rows a save sends those that changed, and typed entries without their texts', () => {
  const changed = entries.map((one, at) => (at === 7 ? { ...one, line: 'rent' as const } : one));
  expect(changesOf(saved, { entries: changed, imports: [] }).entries).toEqual([
    { id: entries[7]?.id, line: 'rent', receiptId: null },
    { id: typed.id, line: null, receiptId: null },
  ]);
  const { entries: all } = changesOf(saved, {
    entries: entries.map((one) => ({ ...one, line: 'otherExpenses' as const })),
    imports: [],
  });
  expect(all).toHaveLength(2_001);
  expect(JSON.stringify(all).length).toBeLessThan(200_000);
});
