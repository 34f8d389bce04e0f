import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { autoInvestDecisions, autoInvestRuns } from '#db/schema/auto-invest.ts';
import { withoutConsentAmong } from '#features/legal/server/index.ts';
import { notifyAll } from '#features/notifications/server/index.ts';
import { formatUsd, multiply } from '#kernel/money.ts';
import { after, formatDate } from '#kernel/time.ts';
import { defineCommand, type Run } from '#platform/server/commands/run-command.ts';
import { lock } from '#platform/server/database/advisory-locks.ts';
import { statementParts, textArray } from '#platform/server/database/columns.ts';
import { rows } from '#platform/server/database/db.ts';
import { epochMs } from '#platform/server/database/sql-values.ts';
import { runTrigger } from '../auto-invest.contract.ts';
import { DECIDED, RUN_PLANNED } from '../auto-invest.events.ts';
import { duePlanMonth, SKIP_MS } from '../auto-invest.rules.ts';
import { allocateProperty } from './allocate.ts';
import { type DecisionRow, decisionOf, writeDecisions } from './decisions.ts';
import {
  decidedPlanMonths,
  loadRunState,
  type OfferedProperty,
  offeredProperties,
  type Person,
  peopleOf,
  type RunState,
} from './facts.ts';
import { wishOf } from './wish.ts';

const input = z.strictObject({
  trigger: runTrigger.exclude(['test']),
  slot: z.string().max(200),
  /** The person whose deposit it is; without one everyone. */
  userId: z.string().optional(),
  /** The property that was approved; without one everything on the market. */
  propertyId: z.int().optional(),
});
type Input = z.output<typeof input>;

/**
 * Plans a run: one decision for each person and property. Of a newly approved property everyone who would get some is
 * matched, and can skip it for a day; in other runs the shares are allocated immediately. No slot ever gets a second run.
 */
export const planRun = defineCommand({
  name: 'autoInvest.planRun',
  input,
  access: 'system',
  async run(run, planned) {
    const { tx, now, config, newId, emit } = run;
    const { trigger, slot, userId, propertyId } = planned;
    const isMatching = trigger === 'approval';
    const executeAt = isMatching ? after(now, SKIP_MS) : now;
    const [created] = await tx
      .insert(autoInvestRuns)
      .values({
        id: newId(),
        trigger,
        slot,
        startedAt: now,
        executeAt,
        allocatedAt: isMatching ? null : now,
      })
      .onConflictDoNothing()
      .returning({ id: autoInvestRuns.id });
    if (!created) return { runId: null, decisions: 0 };
    if (isMatching && propertyId !== undefined) await endEarlierMatches(run, propertyId);
    const people = await peopleIn(run, planned);
    const properties = await offeredProperties(tx, propertyId ?? null, now);
    const state = await loadRunState(tx, people, now, config.investing);
    const decided = isMatching
      ? matchAll(run, created.id, { people, properties, state })
      : await allocateAll(run, created.id, { people, properties, state, trigger });
    await writeDecisions(run, decided);
    if (isMatching) await notifyMatched(run, decided, executeAt);
    if (trigger === 'daily') await notifyStopped(run, created.id, { people, state });
    emit(RUN_PLANNED, { payload: { runId: created.id }, ...(userId && { userId }) });
    return { runId: created.id, decisions: decided.length };
  },
  audit: ({ trigger, slot }, { runId, decisions }) => ({
    subject: `auto-invest-run:${runId ?? slot}`,
    details: { trigger, slot, decisions },
  }),
});

/** Ends the matches of an earlier approval: its terms may have changed since, and a new match can be skipped for a day. */
async function endEarlierMatches({ tx, now }: Run, propertyId: number): Promise<void> {
  await tx
    .update(autoInvestDecisions)
    .set({
      outcome: 'declined',
      reason: 'It was approved again before the purchase.',
      wantedShares: 0,
      decidedAt: now,
    })
    .where(and(eq(autoInvestDecisions.propertyId, propertyId), eq(autoInvestDecisions.outcome, 'matched')));
}

/** The people for whom a run decides: in a recurring one only those whose monthly plan is due, each once a month. */
async function peopleIn({ tx, now }: Run, { trigger, userId }: Input): Promise<Person[]> {
  if (trigger === 'recurring') await lock(tx, 'monthlyPlans');
  const people = await peopleOf(tx, userId === undefined ? null : [userId]);
  if (trigger !== 'recurring') return people;
  const decided = await decidedPlanMonths(tx, now);
  return people.flatMap((person) => {
    const { userId: id, settings, savedAt } = person;
    const decidedMonths = decided.get(id) ?? new Set<string>();
    const planMonth =
      settings.recurring && duePlanMonth(settings.recurring.day, { savedAt, decidedMonths, at: now });
    return planMonth ? [{ ...person, planMonth }] : [];
  });
}

interface Plan {
  people: readonly Person[];
  properties: readonly OfferedProperty[];
  state: RunState;
}

function matchAll(run: Run, runId: string, { people, properties, state }: Plan): DecisionRow[] {
  return properties.flatMap((property) =>
    people.map(({ userId, settings }) => {
      const { amountCents } = settings;
      const wish = wishOf(settings, property, state.factsOf(userId, property), {
        amountCents,
        isRecurring: false,
      });
      const outcome = wish.shares > 0 ? 'matched' : 'declined';
      return decisionOf(run, runId, property, {
        userId,
        outcome,
        reason: wish.reason,
        wantedShares: wish.shares,
        allocatedShares: 0,
        planMonth: null,
      });
    }),
  );
}

async function allocateAll(
  run: Run,
  runId: string,
  { people, properties, state, trigger }: Plan & { trigger: Input['trigger'] },
): Promise<DecisionRow[]> {
  const isRecurring = trigger === 'recurring';
  const planMonths = new Map(people.map(({ userId, planMonth }) => [userId, planMonth]));
  const spent = new Map<string, number>();
  const budgetOf = ({ userId, settings }: Person) =>
    isRecurring && settings.recurring
      ? settings.recurring.amountCents - (spent.get(userId) ?? 0)
      : settings.amountCents;
  const decided: DecisionRow[] = [];
  for (const property of properties) {
    const allocated = await allocateProperty(run, runId, property, { people, state, budgetOf, isRecurring });
    for (const { userId, wantedShares, shares, reason } of allocated) {
      spent.set(userId, (spent.get(userId) ?? 0) + multiply(property.pricePerShareCents, shares));
      decided.push(
        decisionOf(run, runId, property, {
          userId,
          outcome: shares > 0 ? 'allocated' : 'declined',
          reason,
          wantedShares,
          allocatedShares: shares,
          planMonth: planMonths.get(userId) ?? null,
        }),
      );
    }
  }
  return decided;
}

async function notifyMatched(run: Run, decided: readonly DecisionRow[], executeAt: Date): Promise<void> {
  const matched = decided.filter(({ outcome }) => outcome === 'matched');
  if (matched.length === 0) return;
  await notifyAll(
    run,
    matched.map(({ userId, propertyName, wantedShares, pricePerShareCents }) => ({
      userId,
      type: 'property' as const,
      priority: 'medium' as const,
      title: `Auto-Invest matched ${propertyName}`,
      message: `It will invest up to ${formatUsd(multiply(pricePerShareCents, wantedShares))} on ${formatDate(executeAt)}, unless you skip it.`,
      actionUrl: '/auto-invest' as const,
    })),
  );
  for (const part of statementParts(matched)) {
    const people = textArray(part.map(({ userId }) => userId));
    await run.emitEach(
      DECIDED,
      { payload: {} },
      sql`select user_id from unnest(${people}) as matched (user_id)`,
    );
  }
}

/** Notifies those whom new legal documents stop, in the first daily run in which they do. */
async function notifyStopped(
  run: Run,
  runId: string,
  { people, state }: Pick<Plan, 'people' | 'state'>,
): Promise<void> {
  const stopped = people
    .filter(({ userId, settings }) => state.withoutConsent.has(userId) && !settings.paused)
    .map(({ userId }) => userId);
  if (stopped.length === 0) return;
  const [last] = await rows<{ at: number | null }>(
    run.tx,
    sql`select ${epochMs('max(started_at)')} as at from auto_invest_runs
        where trigger = 'daily' and id <> ${runId}::uuid`,
  );
  const before = last?.at ? await withoutConsentAmong(run.tx, stopped, new Date(last.at)) : new Set();
  await notifyAll(
    run,
    stopped
      .filter((userId) => !before.has(userId))
      .map((userId) => ({
        userId,
        type: 'property',
        priority: 'medium',
        title: 'Auto-Invest is on hold',
        message:
          'There is a new version of our legal documents. Auto-Invest won’t buy anything until you accept it.',
        actionUrl: '/documents',
      })),
  );
}
