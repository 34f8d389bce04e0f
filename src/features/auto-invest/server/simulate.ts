import { and, desc, eq, inArray, notInArray } from 'drizzle-orm';
import { autoInvestDecisions, autoInvestRuns } from '#db/schema/auto-invest.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import {
  autoInvestErrors,
  type InvestableType,
  type TestResult,
  testInput,
} from '../auto-invest.contract.ts';
import { DECIDED } from '../auto-invest.events.ts';
import { MAX_RECENT_MATCHES, TEST_YIELD_BPS } from '../auto-invest.rules.ts';
import { viewOf } from './auto-invest.queries.ts';
import { decisionOf, writeDecisions } from './decisions.ts';
import { loadRunState, peopleOf } from './facts.ts';
import { wishOf } from './wish.ts';

/**
 * A property that does not exist, of a type that the person wants, with room for every order. Amounts are chosen in steps
 * of $50.
 */
const sampleProperty = (type: InvestableType) => ({
  propertyId: 0,
  ownerId: '',
  name: 'Sample property',
  annualYieldBps: TEST_YIELD_BPS,
  type,
  pricePerShareCents: 5_000,
  availableShares: 1_000_000,
  minimumOrderShares: 1,
  isHalted: false,
  matches: null,
});

/**
 * Tests the caller's saved settings on a sample property, by the rules that decide about real ones. Nothing is bought;
 * a match is listed as simulated.
 * @throws NOT_ENABLED
 */
export const simulate = defineCommand({
  name: 'autoInvest.simulate',
  input: testInput,
  access: 'signedIn',
  async run(run): Promise<TestResult> {
    const { tx, actor, now, config, newId, operationId, emit } = run;
    const { userId } = actor;
    const [person] = await peopleOf(tx, [userId]);
    if (!person) throw new DomainError(autoInvestErrors.NOT_ENABLED);
    const { settings } = person;
    const property = sampleProperty(settings.propertyTypes[0] ?? 'Residential');
    const state = await loadRunState(tx, [person], now, config.investing);
    // Tests that came before say nothing about a real property.
    const wish = wishOf(
      settings,
      property,
      { ...state.factsOf(userId, property), hasSkipped: false },
      {
        amountCents: settings.amountCents,
        isRecurring: false,
      },
    );
    if (wish.shares === 0) return { match: null, reason: wish.reason };
    const runId = newId();
    const times = { startedAt: now, executeAt: now, allocatedAt: now, finishedAt: now };
    await tx
      .insert(autoInvestRuns)
      .values({ id: runId, trigger: 'test', slot: `test:${operationId}`, ...times });
    const decision = decisionOf(run, runId, property, {
      userId,
      outcome: 'simulated',
      reason: 'Simulated: it matches your settings, and nothing was bought.',
      wantedShares: wish.shares,
      allocatedShares: wish.shares,
      planMonth: null,
    });
    await writeDecisions(run, [decision]);
    await removeOlderTests(run, userId);
    emit(DECIDED, { userId, payload: {} });
    return {
      match: viewOf({ ...decision, trigger: 'test', executeAt: now, wasAllocated: false, refund: null }),
      reason: decision.reason,
    };
  },
  audit: (_, { match, reason }, actor) => ({
    subject: `user:${actor.userId}`,
    details: { matched: match !== null, reason },
  }),
});

/** A list has room for few matches, so older tests are not stored. */
async function removeOlderTests(
  { tx }: Pick<Parameters<typeof writeDecisions>[0], 'tx'>,
  userId: string,
): Promise<void> {
  const tests = and(eq(autoInvestDecisions.userId, userId), eq(autoInvestDecisions.outcome, 'simulated'));
  const newest = await tx
    .select({ id: autoInvestDecisions.id })
    .from(autoInvestDecisions)
    .where(tests)
    .orderBy(desc(autoInvestDecisions.id))
    .limit(MAX_RECENT_MATCHES);
  const stored = newest.map(({ id }) => id);
  const removed = await tx
    .delete(autoInvestDecisions)
    .where(and(tests, notInArray(autoInvestDecisions.id, stored)))
    .returning({ runId: autoInvestDecisions.runId });
  const runIds = removed.map(({ runId }) => runId);
  await tx.delete(autoInvestRuns).where(inArray(autoInvestRuns.id, runIds));
}
