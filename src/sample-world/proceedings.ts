import { and, asc, eq, inArray } from 'drizzle-orm';
import { distributions } from '#db/schema/distributions.ts';
import { properties } from '#db/schema/properties.ts';
import { operatingIncome } from '#features/distributions/distributions.rules.ts';
import { approve, reportMonth, setReinvestment } from '#features/distributions/server/index.ts';
import { followUp, propose, vote } from '#features/governance/server/index.ts';
import { accounts, balanceOf, holdersQuery } from '#features/ledger/server/index.ts';
import { deposit } from '#features/wallet/server/index.ts';
import { MAX_TRANSFER_CENTS } from '#features/wallet/wallet.contract.ts';
import { present } from '#kernel/assert.ts';
import { newId } from '#kernel/ids.ts';
import type { Clock } from '#kernel/time.ts';
import type { CommandContext } from '#platform/server/commands/run-command.ts';
import { rows } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { chanceOf } from './random.ts';
import type { Participant, Step } from './steps.ts';
import { ownerOf } from './timeline.ts';

type Proceeding = Extract<
  Step,
  {
    do:
      | 'report'
      | 'approve statements'
      | 'pay'
      | 'issue statements'
      | 'reinvest'
      | 'propose'
      | 'vote'
      | 'close votes'
      | 'follow up';
  }
>;

const VOTING_DAYS = 14;
const MAX_VOTERS = 7;

/** What a month brings besides its statements; schedules that leave no trace of their day run once, at the end. */
const MONTHLY_SCHEDULES = [
  'statements.issue',
  'achievements.award',
  'lots.findWashSales',
  'resale.closeExpiredOrders',
  'watchlist.compareChanged',
  'notifications.sendReceipts',
  'referrals.checkTiers',
  'platform.pruneFinishedWork',
] as const;

/** Plays rents, distributions and votes on the stage. */
export function createProceedings(stage: {
  platform: Platform;
  clock: Clock;
  as: (who: Participant) => CommandContext;
  propertyIdOf: (property: number) => number;
}): (step: Proceeding, requestId: string) => Promise<void> {
  const { platform, clock, as, propertyIdOf } = stage;
  const proposals = new Map<number, { id: string; voters: string[] }>();
  const chance = chanceOf(1_973);

  const asHolder = (userId: string): CommandContext => {
    const actor: UserActor = { kind: 'user', userId, role: 'user', scope: 'write', sessionId: null };
    return { platform, caller: { actor } };
  };

  async function holdersOf(property: number): Promise<string[]> {
    const held = holdersQuery(propertyIdOf(property), clock.now());
    const found = await rows<{ user_id: string }>(platform.db, held);
    return found.map(({ user_id }) => user_id).sort();
  }

  async function report(step: Extract<Proceeding, { do: 'report' }>, requestId: string): Promise<void> {
    const owner = as(ownerOf(step.property));
    const { userId } = owner.caller.actor as UserActor;
    const needed = operatingIncome(step.lines);
    if ((await balanceOf(platform.db, accounts.userCash(userId))) < needed) {
      const amountCents = Math.min(MAX_TRANSFER_CENTS, Math.ceil((12 * needed) / 100_000) * 100_000);
      await deposit(owner, { amountCents, requestId: newId() });
      await platform.jobs.drain({ schedules: [] });
    }
    const { month, lines, note } = step;
    const propertyId = propertyIdOf(step.property);
    await reportMonth(owner, { propertyId, month, lines, ...(note ? { note } : {}), requestId });
  }

  async function approveStatements(): Promise<void> {
    await platform.jobs.drain({ schedules: ['distributions.closeQuarters'] });
    const prepared = await platform.db
      .select({
        id: distributions.id,
        expectedNetCents: distributions.netCents,
        preparedAt: distributions.preparedAt,
      })
      .from(distributions)
      .innerJoin(properties, eq(properties.id, distributions.propertyId))
      .where(and(eq(distributions.status, 'prepared'), inArray(properties.status, ['approved'])))
      .orderBy(asc(distributions.id));
    for (const { preparedAt, ...statement } of prepared) {
      const seen = { ...statement, preparedAt: preparedAt?.toISOString() ?? null };
      await approve(as('admin'), { ...seen, requestId: newId() });
    }
  }

  async function castVotes({
    decision,
    yesPercent,
    voters: most = MAX_VOTERS,
  }: Extract<Proceeding, { do: 'vote' }>) {
    const { id, voters } = present(proposals.get(decision), 'a proposal');
    const investor = (as('investor').caller.actor as UserActor).userId;
    const others = voters.filter((userId) => userId !== investor);
    for (const userId of others.slice(0, most)) {
      const said = chance.whole(1, 100);
      const choice = said <= yesPercent ? 'yes' : said > 95 ? 'abstain' : 'no';
      await vote(asHolder(userId), { proposalId: id, choice });
    }
  }

  return async function proceed(step, requestId) {
    if (step.do === 'report') await report(step, requestId);
    else if (step.do === 'approve statements') await approveStatements();
    else if (step.do === 'pay') await platform.jobs.drain({ schedules: ['offerings.releaseFunded'] });
    else if (step.do === 'close votes') await platform.jobs.drain({ schedules: ['governance.closeDue'] });
    else if (step.do === 'issue statements') await platform.jobs.drain({ schedules: MONTHLY_SCHEDULES });
    else if (step.do === 'vote') await castVotes(step);
    else if (step.do === 'reinvest') {
      const holders = await holdersOf(step.property);
      for (const userId of holders.filter((_, at) => at % 4 === 0)) {
        await setReinvestment(asHolder(userId), { propertyId: propertyIdOf(step.property), reinvest: true });
      }
    } else if (step.do === 'propose') {
      const { title, description, property, decision } = step;
      const proposal = { propertyId: propertyIdOf(property), title, description, votingDays: VOTING_DAYS };
      const { id } = await propose(as(ownerOf(property)), { ...proposal, requestId });
      proposals.set(decision, { id, voters: await holdersOf(property) });
    } else {
      const { id } = present(proposals.get(step.decision), 'a proposal');
      await followUp(as(ownerOf(step.property)), { proposalId: id, text: step.text });
    }
  };
}
