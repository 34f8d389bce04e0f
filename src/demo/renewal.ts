import { desc, eq, inArray, max } from 'drizzle-orm';
import { rentReports } from '#db/schema/distributions.ts';
import { proposals } from '#db/schema/governance.ts';
import { users } from '#db/schema/identity.ts';
import { auditLog } from '#db/schema/platform.ts';
import { properties } from '#db/schema/properties.ts';
import { resaleOrders } from '#db/schema/resale.ts';
import { openListing } from '#features/resale/server/index.ts';
import { present } from '#kernel/assert.ts';
import { demoPeople } from '#kernel/demo.ts';
import { DomainError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { type Clock, DAY } from '#kernel/time.ts';
import type { CommandContext } from '#platform/server/commands/run-command.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { systemActor, type UserActor } from '#platform/server/security/caller.ts';
import { sampleInvestors, sampleOwners, sampleProperties } from '../sample-world/cast.ts';
import { FINISHED, RENEWED, renew } from '../sample-world/marks.ts';
import { createProceedings } from '../sample-world/proceedings.ts';
import { rentSteps } from '../sample-world/rents.ts';
import type { Participant, Step } from '../sample-world/steps.ts';
import { recurringVotes, type Vote } from './timeline.ts';

type Proceeding = Parameters<ReturnType<typeof createProceedings>>[0];

interface Renewal {
  platformAt: (clock: Clock) => Platform;
  now: Date;
  /** Called with the part that is done, 0 to 1. */
  onPart: (part: number) => void;
}

/**
 * Plays the events of the sample world since it was last renewed (rents, payments, new votes and listings), each by its
 * command, so that its data are of today whenever the demo is opened. Each happens at its moment, or later where the
 * visitor has done something since: the clock never goes back.
 */
export async function renewWorld({ platformAt, now, onPart }: Renewal): Promise<void> {
  const atNow = platformAt({ now: () => now });
  const since = await lastTime(atNow, [FINISHED, RENEWED]);
  // Once a day is enough, and every further opening is faster without looking.
  if (dayNumber(since) === dayNumber(now)) return;
  const steps = (await missedSteps(atNow, since, now)).sort((a, b) => a.at.getTime() - b.at.getTime());
  let moment = await lastTime(atNow);
  const clock: Clock = { now: () => moment };
  const platform = platformAt(clock);
  const cast = await castOf(platform);
  const proceed = createProceedings({ platform, clock, ...cast });
  const proposed = new Set<number>();
  for (const [index, step] of steps.entries()) {
    if (step.at > moment) moment = step.at;
    const isPossible = step.do !== 'vote' || proposed.has(step.decision);
    const isDone = isPossible && (await isPlayed(proceed(step, newId())));
    if (isDone && step.do === 'propose') proposed.add(step.decision);
    onPart((index + 1) / (steps.length + 1));
  }
  if (now > moment) moment = now;
  await platform.jobs.drain();
  await listAgain(platform);
  await renew({ platform, caller: { actor: systemActor('demo') } }, {});
  onPart(1);
}

/**
 * Whether a step was played. It may be refused because of something that the visitor did in the demo; any other failure
 * is logged, and ends nothing but this step.
 */
async function isPlayed(step: Promise<unknown>): Promise<boolean> {
  try {
    await step;
    return true;
  } catch (error) {
    if (!(error instanceof DomainError)) console.error(error);
    return false;
  }
}

const dayNumber = (at: Date) => Math.floor(at.getTime() / DAY);

/** When one of these commands last ran, or any. */
async function lastTime({ db }: Pick<Platform, 'db'>, actions?: string[]): Promise<Date> {
  const [last] = await db
    .select({ at: max(auditLog.at) })
    .from(auditLog)
    .where(actions && inArray(auditLog.action, actions));
  return present(last?.at, 'the last change of the world');
}

async function missedSteps({ db }: Platform, since: Date, now: Date): Promise<Proceeding[]> {
  const approved = await db.select().from(properties).where(eq(properties.status, 'approved'));
  const reviews = approved.flatMap(({ name, approvedAt }): Extract<Step, { do: 'review' }>[] => {
    const property = sampleProperties.findIndex(({ submission }) => submission.name === name);
    return property < 0 || approvedAt === null ? [] : [{ at: approvedAt, do: 'review', property }];
  });
  const idOf = (property: number) =>
    approved.find(({ name }) => name === sampleProperties[property]?.submission.name)?.id;
  const reported = await db
    .select({ propertyId: rentReports.propertyId, month: rentReports.month })
    .from(rentReports);
  const reportedMonths = new Set(reported.map(({ propertyId, month }) => `${propertyId} ${month}`));
  const rents = rentSteps(now, reviews).filter((step): step is Proceeding =>
    step.do === 'report'
      ? !reportedMonths.has(`${idOf(step.property)} ${step.month}`)
      : step.do !== 'reinvest' && step.at > since,
  );
  const votes = recurringVotes(now).filter(({ property }) => idOf(property) !== undefined);
  return [...rents, ...(await missedVotes({ db }, votes))];
}

async function missedVotes({ db }: Pick<Platform, 'db'>, recurring: Vote[]): Promise<Proceeding[]> {
  const builtAt = await lastTime({ db }, [FINISHED]);
  const votes = recurring.filter(({ at }) => at > builtAt);
  const titles = votes.flatMap((step) => (step.do === 'propose' ? [step.title] : []));
  if (titles.length === 0) return [];
  const known = await db
    .select({ title: proposals.title })
    .from(proposals)
    .where(inArray(proposals.title, titles));
  const isKnown = (decision: number) =>
    votes.some(
      (step) =>
        step.do === 'propose' && step.decision === decision && known.some((one) => one.title === step.title),
    );
  return votes.filter(({ decision }) => !isKnown(decision));
}

/**
 * Relists expired listings at their price, with the shares that were left. The newest of a person and property decides:
 * one that was canceled or sold stays as it is.
 */
async function listAgain(platform: Platform): Promise<void> {
  const { userId, propertyId, side, seq } = resaleOrders;
  const newest = await platform.db
    .selectDistinctOn([userId, propertyId])
    .from(resaleOrders)
    .where(eq(side, 'ask'))
    .orderBy(userId, propertyId, desc(seq));
  for (const { sharesLeft: shares, pricePerShareCents, ...order } of newest) {
    if (order.status !== 'expired') continue;
    const listing = { propertyId: order.propertyId, shares, pricePerShareCents, requestId: newId() };
    await isPlayed(openListing(asUser(platform, order.userId), listing));
  }
}

function asUser(platform: Platform, userId: string): CommandContext {
  const { admin } = demoPeople;
  const role = userId === admin.id ? admin.role : 'user';
  const actor: UserActor = {
    kind: 'user',
    userId,
    role,
    scope: 'write',
    sessionId: null,
    authenticatedAt: platform.clock.now(),
  };
  return { platform, caller: { actor } };
}

/** The accounts and properties of the cast, as the database has them. */
async function castOf(platform: Platform) {
  const accounts = await platform.db.select({ id: users.id, email: users.email }).from(users);
  const listed = await platform.db.select({ id: properties.id, name: properties.name }).from(properties);
  const emailOf = (who: Exclude<Participant, string>) =>
    'investor' in who ? sampleInvestors[who.investor]?.email : sampleOwners[who.owner]?.email;
  return {
    as(who: Participant): CommandContext {
      if (typeof who === 'string') return asUser(platform, demoPeople[who].id);
      const account = accounts.find(({ email }) => email === emailOf(who));
      return asUser(platform, present(account, 'a member of the cast').id);
    },
    propertyIdOf(property: number): number {
      const { name } = present(sampleProperties[property], 'a sample property').submission;
      return present(
        listed.find((one) => one.name === name),
        'a listed property',
      ).id;
    },
  };
}
