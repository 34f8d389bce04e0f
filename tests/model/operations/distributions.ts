import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { ReportLines } from '#features/distributions/distributions.contract.ts';
import { CHUNK_PAID } from '#features/distributions/distributions.events.ts';
import { distributionJobs } from '#features/distributions/server/distributions.jobs.ts';
import { payChunk } from '#features/distributions/server/index.ts';
import { prepareStatement } from '#features/distributions/server/prepare-statement.ts';
import { MINUTE } from '#kernel/time.ts';
import { rows } from '#platform/server/database/db.ts';
import { api, type Person, systemOf } from '../../support/actors.ts';
import { monthOf, monthText, startOf } from '../calendar.ts';
import { any, momentOf, often, type When } from '../choices.ts';
import {
  approve,
  approvedIn,
  chooseReinvestment,
  correctableMonths,
  incomeOf,
  isComplete,
  isDue,
  pay,
  payAt,
  prepare,
  readyAt,
  recordAt,
  refuseReport,
  reinvest,
  reinvests,
  report,
  reportableFirst,
  type Statement,
  statementIdOf,
  statementsIn,
} from '../distributions.ts';
import { isFrozen } from '../freezes.ts';
import { holdersBefore, isAdmin, type Model, offered, pick, sharesOf, type World } from '../model.ts';
import { removeDraft } from '../month-drafts.ts';
import { operation, type SliceOperations } from '../operation.ts';
import { isAffiliate, isSamePerson } from '../twins.ts';

const statementOf = (model: Model, id: string) => statementsIn(model).find((one) => one.id === id);
const rarely = (most: number) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: most }) },
  );

const lines = fc
  .record({
    rentCents: fc.oneof(
      { weight: 12, arbitrary: fc.integer({ min: 1, max: 20_000 }) },
      // Enough for several shares, so that the reserved fee matters.
      { weight: 4, arbitrary: fc.integer({ min: 50_000, max: 300_000 }) },
      { weight: 1, arbitrary: fc.constant(100_000_000) },
    ),
    vacancyCents: rarely(5_000),
    otherIncomeCents: rarely(5_000),
    taxesCents: rarely(3_000),
    insuranceCents: rarely(3_000),
    maintenanceCents: fc.oneof(
      { weight: 3, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 30_000 }) },
      // A new roof: a deficit that the next quarters carry.
      { weight: 1, arbitrary: fc.integer({ min: 30_000, max: 90_000 }) },
    ),
    utilitiesCents: rarely(3_000),
    managementCents: rarely(3_000),
    otherExpensesCents: rarely(3_000),
    reserveCents: rarely(10_000),
    reserveWithdrawnCents: fc.oneof(
      { weight: 9, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 1_500 }) },
    ),
  })
  .map(
    (generated): ReportLines => ({
      ...generated,
      vacancyCents: Math.min(generated.vacancyCents, generated.rentCents),
    }),
  );

const reportMonth = operation({
  name: 'distributions.reportMonth',
  kind: 'command',
  weight: 18,
  choice: fc.record({
    who: any,
    which: any,
    own: often(12),
    what: fc.oneof(
      { weight: 12, arbitrary: fc.constant('due' as const) },
      { weight: 1, arbitrary: fc.constantFrom('correction' as const, 'any' as const) },
    ),
    lines,
  }),
  ask: (model, { who, which, own, what, lines }) => {
    const due = what === 'due' ? reportableFirst(model) : undefined;
    const property = due?.property ?? pick(model.properties, which);
    if (!property) return null;
    const corrected = what === 'correction' ? correctableMonths(model, property) : [];
    const anyMonth = what === 'any' ? monthOf(model.now()) - (which % 4) : undefined;
    const month = due?.months[0] ?? pick(corrected, who) ?? anyMonth;
    if (month === undefined) return null;
    const by = own ? property.owner : pick(model.people, who);
    return by ? { by, input: { propertyId: property.id, month: monthText(month), lines } } : null;
  },
  refusals: [
    'PROPERTY_NOT_FOUND',
    'MONTH_NOT_REPORTABLE',
    'QUARTER_APPROVED',
    'RESERVE_TOO_SMALL',
    'INSUFFICIENT_FUNDS',
  ],
  seldom: ['QUARTER_APPROVED'],
  refuse: (model, { by, input }) => {
    const property = offered(model, input.propertyId);
    if (property.owner.id !== by.id) return 'PROPERTY_NOT_FOUND';
    return refuseReport(model, property, numberOf(input.month), input.lines);
  },
  call: (_, { by, input, requestId }) => api(by).distributions.reportMonth({ ...input, requestId }),
  accept: ({ model }, { input }) => {
    const { propertyId, month, lines } = input;
    const property = offered(model, propertyId);
    const paidInCents = report(model, property, numberOf(month), lines);
    removeDraft(model, property, numberOf(month));
    const distributionId = statementIdOf(property, numberOf(month));
    return { propertyId, month, operatingIncomeCents: incomeOf(lines), paidInCents, distributionId };
  },
  keyed: {
    otherInput: (input) => ({ ...input, lines: { ...input.lines, rentCents: input.lines.rentCents + 1 } }),
  },
});

const numberOf = (month: string) => monthOf(Date.parse(`${month}-01T00:00:00Z`));

const preparation = operation({
  name: 'a statement is prepared',
  kind: 'passage of time',
  weight: 9,
  choice: fc.record({
    which: any,
    sensible: often(3),
    when: fc.constantFrom<When>('now', 'now', 'before', 'at'),
  }),
  ask: (model, { which, sensible }) => {
    const fitting = statementsIn(model).filter((one) => !sensible || isComplete(model, one));
    const statement = pick(fitting, which);
    return statement ? { by: model.admin, input: { id: statement.id } } : null;
  },
  refusals: [],
  seldom: ['prepared after a deficit'],
  refuse: () => null,
  call: ({ platform, model, clock }, { input, choice }) => {
    const statement = statementOf(model, input.id) as Statement;
    const now = model.now();
    clock.advance(momentOf(now, readyAt(statement), choice.when) - now);
    return prepareStatement(systemOf(platform), input);
  },
  outcomes: ['prepared', 'prepared after a deficit'],
  accept: ({ model }, { input }, _, count) => {
    const statement = statementOf(model, input.id) as Statement;
    const prepared = prepare(model, statement);
    if (prepared) count(statement.openingDeficitCents > 0 ? 'prepared after a deficit' : 'prepared');
    return { prepared };
  },
});

const NO_STATEMENT = '2000000000-2026-Q3';

const reviewChoice = fc.record({
  who: any,
  which: any,
  sensible: often(5),
  missing: often(19).map((usual) => !usual),
  byAdmin: often(12),
  shown: often(9).map((usual) => (usual ? 0 : 1)),
});
type ReviewChoice = typeof reviewChoice extends fc.Arbitrary<infer Choice> ? Choice : never;

function reviewed(model: Model, { who, which, sensible, missing, byAdmin }: ReviewChoice) {
  const fitting = statementsIn(model).filter(({ status }) => !sensible || status === 'prepared');
  const statement = pick(fitting, which);
  const by = byAdmin ? model.admin : pick(model.people, who);
  return by && statement ? { by, statement, id: missing ? NO_STATEMENT : statement.id } : null;
}

function refuseReview(model: Model, by: Person, id: string): string | null {
  if (!isAdmin(by)) return 'ADMIN_REQUIRED';
  const statement = statementOf(model, id);
  if (!statement) return 'DISTRIBUTION_NOT_FOUND';
  if (isAffiliate(model, statement.property, by.id)) return 'OWN_PROPERTY';
  return statement.status === 'prepared' ? null : 'NOT_AWAITING_APPROVAL';
}

export const approval = operation({
  name: 'distributions.approve',
  kind: 'command',
  weight: 30,
  choice: reviewChoice,
  ask: (model, choice) => {
    const found = reviewed(model, choice);
    if (!found) return null;
    const { by, id, statement } = found;
    const { netCents, preparedAt } = statement;
    return { by, input: { id, expectedNetCents: netCents + choice.shown, preparedAt } };
  },
  refusals: [
    'ADMIN_REQUIRED',
    'DISTRIBUTION_NOT_FOUND',
    'NOT_AWAITING_APPROVAL',
    'STATEMENT_CHANGED',
    'PAID_BY_IT',
  ],
  seldom: ['DISTRIBUTION_NOT_FOUND', 'STATEMENT_CHANGED', 'PAID_BY_IT', 'KEY_REUSED'],
  approval: {
    pays: (model, { id }, userId) => {
      const statement = statementOf(model, id);
      if (!statement) return false;
      const holders = [...holdersBefore(model, statement.property, recordAt(statement)).keys()];
      return holders.some((holder) => isSamePerson(model, holder, userId));
    },
  },
  refuse: (model, { by, input: { id, expectedNetCents } }) =>
    refuseReview(model, by, id) ??
    (statementOf(model, id)?.netCents === expectedNetCents ? null : 'STATEMENT_CHANGED'),
  call: (_, { by, input, requestId }) => api(by).distributions.approve({ ...input, requestId }),
  accept: ({ model }, { input: { id } }) => {
    const statement = statementOf(model, id) as Statement;
    approve(model, statement);
    return { id, status: statement.netCents > 0 ? ('approved' as const) : ('paid' as const) };
  },
  keyed: { otherInput: (input) => ({ ...input, expectedNetCents: input.expectedNetCents + 1 }) },
});

const returnStatement = operation({
  name: 'distributions.returnStatement',
  kind: 'command',
  weight: 4,
  choice: reviewChoice,
  ask: (model, choice) => {
    const found = reviewed(model, choice);
    return found && { by: found.by, input: { id: found.id, reason: 'A month is missing its taxes.' } };
  },
  refusals: ['ADMIN_REQUIRED', 'DISTRIBUTION_NOT_FOUND', 'NOT_AWAITING_APPROVAL'],
  seldom: ['ADMIN_REQUIRED', 'DISTRIBUTION_NOT_FOUND'],
  refuse: (model, { by, input }) => refuseReview(model, by, input.id),
  call: (_, { by, input }) => api(by).distributions.returnStatement(input),
  accept: ({ model }, { input: { id } }) => {
    (statementOf(model, id) as Statement).status = 'returned';
    return { id, status: 'returned' as const };
  },
});

/** Pays the next holders, and does at once what follows from it, again when the worker is interrupted after it. */
async function payHolders({ platform }: World, id: string, maxHolders: number, interrupted: boolean) {
  const { paid, done } = await payChunk(systemOf(platform), { id, maxHolders });
  const events = await rows<{ operationId: string; payload: Record<string, unknown> }>(
    platform.db,
    sql`select operation_id as "operationId", payload from outbox_events
        where type = ${CHUNK_PAID.type} and payload->>'distributionId' = ${id} and dispatched_at is null`,
  );
  for (const { operationId, payload } of events) {
    await followUp(platform, operationId);
    if (interrupted) await distributionJobs.handlers['distributions.reinvest'](systemOf(platform), payload);
  }
  return { paid, done };
}

/** Does all jobs of an operation; on a busy machine this takes several attempts. */
export async function followUp({ jobs, db }: World['platform'], operationId: string): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    await jobs.runOperation(operationId);
    const waiting = await rows(
      db,
      sql`select 1 from jobs where starts_with(key, ${operationId}) and status <> 'done'`,
    );
    if (waiting.length === 0) return;
  }
  throw new Error(`the jobs of ${operationId} do not end`);
}

const MAX_ATTEMPTS = 20;

/** Pays who is due and reinvests, one statement after the other: the worker would do several at once, in any order. */
export async function payReinvesting(world: World): Promise<void> {
  const { model } = world;
  for (const statement of statementsIn(model)) {
    if (!isDue(model, statement) || !reinvests(model, statement)) continue;
    const maxHolders = statement.payouts.length;
    await payHolders(world, statement.id, maxHolders, false);
    reinvest(world, statement, pay(model, statement, maxHolders).paid);
  }
}

const paying = operation({
  name: 'holders are paid a distribution',
  kind: 'passage of time',
  weight: 40,
  choice: fc.record({
    which: any,
    sensible: often(5),
    maxHolders: fc.constantFrom(1, 1, 2),
    interrupted: often(2).map((usual) => !usual),
    when: fc.constantFrom<When>('before', 'at', 'at', 'at'),
  }),
  ask: (model, { which, sensible }) => {
    const statement = pick(sensible ? approvedIn(model) : statementsIn(model), which);
    return statement ? { by: model.admin, input: { id: statement.id } } : null;
  },
  refusals: [],
  refuse: () => null,
  call: (world, { input, choice }) => {
    const { model, clock } = world;
    const statement = statementOf(model, input.id) as Statement;
    const now = model.now();
    clock.advance(momentOf(now, payAt(statement), choice.when) - now);
    return payHolders(world, input.id, choice.maxHolders, choice.interrupted);
  },
  outcomes: ['paid', 'paid in part', 'paid to a frozen account', 'reinvested'],
  seldom: ['paid in part', 'paid to a frozen account', 'reinvested'],
  accept: (world, { input, choice }, _, count) => {
    const statement = statementOf(world.model, input.id) as Statement;
    const { paid, done } = pay(world.model, statement, choice.maxHolders);
    if (paid.length > 0) count(done ? 'paid' : 'paid in part');
    if (paid.some(({ userId }) => isFrozen(world.model, userId))) count('paid to a frozen account');
    if (reinvest(world, statement, paid) > 0) count('reinvested');
    return { paid: paid.length, done };
  },
});

const setReinvestment = operation({
  name: 'distributions.setReinvestment',
  kind: 'command',
  weight: 30,
  choice: fc.record({ who: any, which: any, sensible: often(9), reinvest: often(4) }),
  ask: (model, { who, which, sensible, reinvest }) => {
    const by = pick(model.people, who);
    const held = model.properties.filter((one) => !sensible || (by && sharesOf(model, by, one) > 0));
    const property = pick(held, which);
    return by && property ? { by, input: { propertyId: property.id, reinvest } } : null;
  },
  refusals: ['NOT_A_HOLDER'],
  refuse: (model, { by, input: { propertyId, reinvest } }) =>
    reinvest && sharesOf(model, by, offered(model, propertyId)) === 0 ? 'NOT_A_HOLDER' : null,
  call: (_, { by, input }) => api(by).distributions.setReinvestment(input),
  accept: ({ model }, { by, input }) => {
    chooseReinvestment(model, by.id, offered(model, input.propertyId), input.reinvest);
    return input;
  },
});

const monthEnds = operation({
  name: 'a month ends',
  kind: 'passage of time',
  weight: 3,
  choice: fc.constant(null),
  ask: ({ admin }) => ({ by: admin, input: null }),
  refusals: [],
  refuse: () => null,
  call: async ({ model, clock }) => {
    const now = model.now();
    clock.advance(startOf(monthOf(now) + 1) + MINUTE - now);
  },
  accept: () => null,
});

const shown = operation({
  name: 'distributions.statement',
  kind: 'query',
  weight: 3,
  choice: fc.record({ who: any, which: any }),
  ask: (model, { who, which }) => {
    const by = pick([...model.people, model.admin], who);
    const statement = pick(statementsIn(model), which);
    return by && statement ? { by, input: { id: statement.id } } : null;
  },
  refusals: ['DISTRIBUTION_NOT_FOUND'],
  refuse: (model, { by, input }) => {
    const { property, status, payouts } = statementOf(model, input.id) as Statement;
    if (isAdmin(by) || by.id === property.owner.id) return null;
    const published = status === 'approved' || status === 'paid';
    const related = payouts.some(({ userId }) => userId === by.id) || sharesOf(model, by, property) > 0;
    return published && (related || property.status === 'approved') ? null : 'DISTRIBUTION_NOT_FOUND';
  },
  call: (_, { by, input }) => api(by).distributions.statement(input),
  accept: ({ model }, { by, input }) => {
    const {
      property,
      quarter: _,
      payouts,
      paidHolders: __,
      ...figures
    } = statementOf(model, input.id) as Statement;
    const published = figures.status === 'approved' || figures.status === 'paid';
    const own = published ? payouts.find(({ userId }) => userId === by.id) : undefined;
    const viewer = own ? { shares: own.shares, amountCents: own.amountCents } : null;
    return { ...figures, propertyId: property.id, propertyName: property.name, viewer };
  },
});

/** Every statement is what the model says. */
async function check({ model }: World): Promise<void> {
  for (const statement of statementsIn(model)) {
    const { id, status, availableCents, repaidCents, netCents, paidCents } = statement;
    const found = await api(model.admin).distributions.statement({ id });
    expect(found).toMatchObject({ status, availableCents, repaidCents, netCents, paidCents });
  }
}

export const distributions: SliceOperations = {
  operations: [
    reportMonth,
    preparation,
    approval,
    returnStatement,
    paying,
    setReinvestment,
    monthEnds,
    shown,
  ],
  check,
};
