import fc from 'fast-check';
import { expect } from 'vitest';
import type { EntryLine } from '#features/distributions/entries.contract.ts';
import { api, newKey } from '../../support/actors.ts';
import { type Month, monthOf, monthText } from '../calendar.ts';
import { any, often } from '../choices.ts';
import {
  incomeOf,
  refuseMonth,
  refuseReport,
  report,
  reportableFirst,
  statementIdOf,
} from '../distributions.ts';
import { offered, pick, type World } from '../model.ts';
import {
  allDrafts,
  draftOf,
  type Entry,
  linesOf,
  refuseEntries,
  removeDraft,
  saveDraft,
} from '../month-drafts.ts';
import { operation, type SliceOperations } from '../operation.ts';

interface Draft {
  propertyId: number;
  month: string;
  version: string;
}

const monthIn = ({ month }: Draft): Month => monthOf(Date.parse(`${month}-01T00:00:00Z`));

const entry = fc.record({
  line: fc.oneof(
    { weight: 6, arbitrary: fc.constant<EntryLine>('rent') },
    { weight: 6, arbitrary: fc.constantFrom<EntryLine>('taxes', 'maintenance', 'otherIncome', 'reserve') },
    { weight: 1, arbitrary: fc.constantFrom<EntryLine | null>('vacancy', null) },
  ),
  amountCents: fc.oneof(
    { weight: 12, arbitrary: fc.integer({ min: 1, max: 30_000 }) },
    // A refund.
    { weight: 1, arbitrary: fc.integer({ min: -2_000, max: -1 }) },
  ),
});

const STALE = '00000000-0000-7000-8000-000000000000';

const saveMonthDraft = operation({
  name: 'distributions.saveMonthDraft',
  kind: 'command',
  weight: 8,
  choice: fc.record({
    who: any,
    own: often(12),
    fresh: often(9),
    removes: fc.option(any, { freq: 3 }),
    added: fc.array(entry, { minLength: 1, maxLength: 3 }),
  }),
  ask: (model, { who, own, fresh, removes, added }) => {
    const due = reportableFirst(model);
    const month = due?.months[0];
    if (!due || month === undefined) return null;
    const by = own ? due.property.owner : pick(model.people, who);
    const draft = draftOf(model, due.property, month);
    const gone = removes === null ? undefined : pick(draft?.entries ?? [], removes);
    const stays = (draft?.entries ?? []).filter((one) => one !== gone);
    const entries: Entry[] = [...stays, ...added.map((one) => ({ ...one, id: newKey() }))];
    const version = fresh ? (draft?.version ?? 'none') : STALE;
    const input = { propertyId: due.property.id, month: monthText(month), version, entries };
    return by ? { by, input } : null;
  },
  refusals: ['PROPERTY_NOT_FOUND', 'DRAFT_CHANGED'],
  seldom: ['PROPERTY_NOT_FOUND', 'ACCOUNT_FROZEN'],
  refuse: (model, { by, input }) => {
    const property = offered(model, input.propertyId);
    if (property.owner.id !== by.id) return 'PROPERTY_NOT_FOUND';
    const refused = refuseMonth(model, property, monthIn(input));
    if (refused) return refused;
    const { version = 'none' } = draftOf(model, property, monthIn(input)) ?? {};
    return version === input.version ? null : 'DRAFT_CHANGED';
  },
  call: (_, { by, input: { entries, ...input } }) => {
    const typed = { date: `${input.month}-15`, counterparty: 'Tenant', memo: null };
    const saved = entries.map(({ id, line, amountCents }) => ({
      id,
      line,
      receiptId: null,
      typed: { ...typed, amountCents },
    }));
    return api(by).distributions.saveMonthDraft({ ...input, entries: saved, imports: [] });
  },
  accept: ({ model }, { input }, { version, entries }) => {
    const property = offered(model, input.propertyId);
    const idsOf = (all: readonly { id: string }[]) => all.map(({ id }) => id);
    const before = idsOf(draftOf(model, property, monthIn(input))?.entries ?? []);
    const after = idsOf(input.entries);
    saveDraft(model, { property, month: monthIn(input), version, entries: input.entries });
    expect(entries.map(({ id, line, amountCents }) => ({ id, line, amountCents }))).toEqual(
      input.entries
        .filter(({ id }) => !before.includes(id))
        .map(({ id, line, amountCents }) => ({ id, line, amountCents })),
    );
    return { removedIds: before.filter((id) => !after.includes(id)) };
  },
});

const reportMonthDraft = operation({
  name: 'distributions.reportMonthDraft',
  kind: 'command',
  weight: 7,
  choice: fc.record({ who: any, which: any, own: often(12), fresh: often(9) }),
  ask: (model, { who, which, own, fresh }) => {
    const draft = pick(allDrafts(model), which);
    const by = own ? draft?.property.owner : pick(model.people, who);
    if (!draft || !by) return null;
    const version = fresh ? draft.version : STALE;
    return { by, input: { propertyId: draft.property.id, month: monthText(draft.month), version } };
  },
  refusals: ['PROPERTY_NOT_FOUND', 'DRAFT_CHANGED', 'ENTRY_UNDECIDED', 'LINES_REFUSED', 'INSUFFICIENT_FUNDS'],
  seldom: [
    'PROPERTY_NOT_FOUND',
    'KEY_REUSED',
    'DRAFT_CHANGED',
    'ENTRY_UNDECIDED',
    'LINES_REFUSED',
    'INSUFFICIENT_FUNDS',
    'ACCOUNT_FROZEN',
  ],
  refuse: (model, { by, input }) => {
    const property = offered(model, input.propertyId);
    if (property.owner.id !== by.id) return 'PROPERTY_NOT_FOUND';
    const month = monthIn(input);
    const refused = refuseMonth(model, property, month);
    if (refused) return refused;
    const draft = draftOf(model, property, month);
    if (draft?.version !== input.version) return 'DRAFT_CHANGED';
    return refuseEntries(draft.entries) ?? refuseReport(model, property, month, linesOf(draft.entries));
  },
  call: (_, { by, input, requestId }) => api(by).distributions.reportMonthDraft({ ...input, requestId }),
  accept: ({ model }, { input }) => {
    const { propertyId, month } = input;
    const property = offered(model, propertyId);
    const lines = linesOf(draftOf(model, property, monthIn(input))?.entries ?? []);
    const paidInCents = report(model, property, monthIn(input), lines);
    removeDraft(model, property, monthIn(input));
    const distributionId = statementIdOf(property, monthIn(input));
    return { propertyId, month, operatingIncomeCents: incomeOf(lines), paidInCents, distributionId };
  },
  keyed: { otherInput: (input) => ({ ...input, version: 'another' }) },
});

/** The draft that waits to be reported is the one that its owner saved last. */
async function check({ model }: World): Promise<void> {
  for (const { property, month, version, entries } of allDrafts(model)) {
    const monthDraft = { propertyId: property.id, month: monthText(month) };
    const found = await api(property.owner).distributions.monthDraft(monthDraft);
    const stored = entries.map(({ id, line, amountCents }) => ({ id, line, amountCents }));
    expect(found).toMatchObject({ version, entries: stored });
  }
}

export const monthDrafts: SliceOperations = { operations: [saveMonthDraft, reportMonthDraft], check };
