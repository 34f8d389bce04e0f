import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect } from 'vitest';
import { issueNext } from '#features/statements/server/issue-next.ts';
import { DAY, HOUR } from '#kernel/time.ts';
import { rows } from '#platform/server/database/db.ts';
import { systemOf } from '../../support/actors.ts';
import { type Month, monthOf, monthText, startOf } from '../calendar.ts';
import { cashBefore, holdersBefore, type Model, part, type World } from '../model.ts';
import { operation, type SliceOperations } from '../operation.ts';

interface Issued extends Record<string, unknown> {
  userId: string;
  month: string;
  opening: number;
  closing: number;
  figures: string;
}

interface Figures {
  openingCashCents: number;
  closingCashCents: number;
  holdings: { propertyId: number; openingShares: number; closingShares: number }[];
  movements: { cents: number }[];
}

interface Register {
  /** The month whose statements are issued next; null before the first. */
  next: Month | null;
  /** Every statement as it was first seen, by person and month. */
  seen: Map<string, string>;
}

const registerIn = part<Register>(() => ({ next: null, seen: new Map() }));

const MAX_PEOPLE = 1_000;
/** Statements of a month are issued on the 3rd of the next, at three o'clock. */
const issuedFrom = (month: Month) => startOf(month + 1) + 2 * DAY + 3 * HOUR;

const issue = operation({
  name: 'the statements of a month are issued',
  kind: 'passage of time',
  weight: 4,
  choice: fc.record({ waits: fc.constantFrom(0, 0, 1) }),
  ask: (model, { waits }) => {
    const month = registerIn(model).next ?? monthOf(model.began);
    registerIn(model).next = month;
    const isDue = model.now() >= issuedFrom(month);
    return isDue || waits > 0 ? { by: model.admin, input: { month } } : null;
  },
  refusals: [],
  refuse: () => null,
  call: async ({ platform, model, clock }, { input: { month } }) => {
    clock.advance(Math.max(0, issuedFrom(month) - model.now()));
    let done = false;
    while (!done)
      ({ done } = await issueNext(systemOf(platform), { month: monthText(month), maxPeople: MAX_PEOPLE }));
    await compareIssued({ platform, model });
  },
  accept: ({ model }, { input: { month } }) => {
    registerIn(model).next = month + 1;
    return null;
  },
});

const sharesAt = (model: Model, userId: string, moment: number) =>
  model.properties
    .map((property) => [property.id, holdersBefore(model, property, moment).get(userId) ?? 0] as const)
    .filter(([, shares]) => shares > 0)
    .sort(([one], [two]) => one - two);

/** Each statement opens as the last one closed, closes with what its person has, and is never another one. */
async function compareIssued({ platform, model }: Pick<World, 'platform' | 'model'>): Promise<void> {
  const people = sql.join(
    model.people.map(({ id }) => sql`${id}`),
    sql`, `,
  );
  const issued = await rows<Issued>(
    platform.db,
    sql`select user_id as "userId", month, opening_cash_cents::float8 as opening,
               closing_cash_cents::float8 as closing, figures
        from monthly_statements where user_id in (${people}) order by month`,
  );
  const { seen } = registerIn(model);
  for (const person of model.people) {
    let last = { cents: 0, shares: [] as (readonly [number, number])[] };
    for (const { month, opening, closing, figures } of issued.filter(({ userId }) => userId === person.id)) {
      const end = startOf(monthOf(Date.parse(`${month}-01T00:00:00Z`)) + 1);
      const { holdings, movements, ...cash } = JSON.parse(figures) as Figures;
      const sharesOf = (part: 'openingShares' | 'closingShares') =>
        holdings.map((one) => [one.propertyId, one[part]] as const).filter(([, shares]) => shares > 0);
      expect([month, opening, sharesOf('openingShares')]).toEqual([month, last.cents, last.shares]);
      last = { cents: cashBefore(model, person, end), shares: sharesAt(model, person.id, end) };
      expect([month, closing, sharesOf('closingShares')]).toEqual([month, last.cents, last.shares]);
      expect(cash).toMatchObject({ openingCashCents: opening, closingCashCents: closing });
      expect(movements.reduce((sum, { cents }) => sum + cents, opening)).toBe(closing);
      const key = `${person.id} ${month}`;
      expect(figures).toBe(seen.get(key) ?? figures);
      seen.set(key, figures);
    }
  }
  for (const key of seen.keys())
    expect(issued.map(({ userId, month }) => `${userId} ${month}`)).toContain(key);
}

export const statements: SliceOperations = { operations: [issue], check: compareIssued };
