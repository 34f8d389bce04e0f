import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect } from 'vitest';
import { accounts } from '#features/ledger/server/index.ts';
import { REWARD_CHOSEN } from '#features/referrals/referrals.events.ts';
import { fundPromotions, recordReferral } from '#features/referrals/server/index.ts';
import { reachTier } from '#features/referrals/server/reach-tier.ts';
import { rows } from '#platform/server/database/db.ts';
import { api, newKey, type Person, systemOf } from '../../support/actors.ts';
import { any, often } from '../choices.ts';
import { isFrozen } from '../freezes.ts';
import {
  availableOf,
  balance,
  type Model,
  move,
  type Offering,
  offered,
  pick,
  type World,
} from '../model.ts';
import { fundingOf, isOverdue, totalOf } from '../offerings.ts';
import { type Operation, operation, type SliceOperations } from '../operation.ts';
import { promotionIn } from '../promotions.ts';
import { purchase, refuseOrder } from '../purchases.ts';
import { hasInvested, successfulReferrals } from '../successful-referrals.ts';
import { isAffiliate, isSamePerson, taxNumbersIn } from '../twins.ts';
import { followUp } from './distributions.ts';
import { taxNumber, verify } from './twins.ts';

const TIER = 3;
const SHARES = 1;
const MAX_PRICE = 10_000;
const isVerified = (model: Model, userId: string) => taxNumbersIn(model).has(userId);

const makeCode = operation({
  name: 'referrals.makeCode',
  kind: 'command',
  weight: 2,
  choice: fc.record({ who: any }),
  ask: (model, { who }) => {
    const by = pick(model.people, who);
    return by ? { by, input: null } : null;
  },
  refusals: [],
  seldom: ['ACCOUNT_FROZEN'],
  refuse: () => null,
  call: (_, { by }) => api(by).referrals.makeCode(),
  accept: ({ model }, { by }, { code }) => {
    const { codes } = promotionIn(model);
    const known = codes.get(by.id) ?? code;
    codes.set(by.id, known);
    return { code: known };
  },
});

const signUp = operation({
  name: 'someone signs up by a code',
  kind: 'passage of time',
  weight: 2,
  choice: fc.record({ who: any, which: any }),
  ask: (model, { who, which }) => {
    const invited = pick(model.people, who);
    const code = pick([...promotionIn(model).codes], which);
    return invited && code ? { by: model.admin, input: { userId: invited.id, code: code[1] } } : null;
  },
  refusals: [],
  refuse: () => null,
  call: ({ platform }, { input }) => recordReferral(systemOf(platform), input),
  accept: ({ model }, { input: { userId, code } }) => {
    const { codes, inviters } = promotionIn(model);
    const inviter = [...codes].find(([, one]) => one === code)?.[0] as string;
    const recorded = inviter !== userId && !inviters.has(userId) && !isFrozen(model, inviter);
    if (recorded) inviters.set(userId, inviter);
    return { recorded };
  },
});

const tierReached = operation({
  name: 'a tier of referrals is reached',
  kind: 'passage of time',
  weight: 2,
  choice: fc.record({ who: any, sensible: often(4) }),
  ask: (model, { who, sensible }) => {
    const person = pick(
      model.people.filter(({ id }) => !sensible || isVerified(model, id)),
      who,
    );
    return person ? { by: model.admin, input: { userId: person.id, tier: TIER } } : null;
  },
  refusals: [],
  refuse: () => null,
  call: ({ platform }, { input }) => reachTier(systemOf(platform), input),
  accept: ({ model }, { input: { userId } }) => {
    const { rewards } = promotionIn(model);
    const reached = ![...rewards.keys()].some((id) => isSamePerson(model, id, userId));
    if (reached) rewards.set(userId, null);
    return { reached };
  },
});

const success = operation({
  name: 'an inviter and the person whom they invited are verified',
  kind: 'passage of time',
  weight: 1,
  closes: true,
  choice: fc.record({ who: any, which: any }),
  ask: (model, { who, which }) => {
    const { inviters } = promotionIn(model);
    const others = model.people.filter(({ id }) => !isVerified(model, id) && !isFrozen(model, id));
    const free = others.filter(({ id }) => !inviters.has(id));
    const invested = free.filter(({ id }) => hasInvested(model, id));
    const invited = pick(invested.length > 0 ? invested : free, who);
    const inviter = pick(
      others.filter((one) => one !== invited),
      which,
    );
    return invited && inviter ? { by: model.admin, input: { invited, inviter } } : null;
  },
  refusals: [],
  refuse: () => null,
  call: async (world, { input: { invited, inviter } }) => {
    const { code } = await api(inviter).referrals.makeCode();
    await recordReferral(systemOf(world.platform), { userId: invited.id, code });
    await verify(
      world,
      [inviter, invited].map((person) => ({ person, number: taxNumber() })),
    );
    return { code };
  },
  outcomes: ['a referral is successful'],
  accept: ({ model }, { input: { invited, inviter } }, { code }, count) => {
    const { codes, inviters } = promotionIn(model);
    const known = codes.get(inviter.id) ?? code;
    codes.set(inviter.id, known);
    inviters.set(invited.id, inviter.id);
    if (successfulReferrals(model, inviter.id) > 0) count('a referral is successful');
    return { code: known };
  },
});

/** Whether a person's reward can be shares of a property. */
function isChoice(model: Model, by: Person, property: Offering): boolean {
  const isOnMarket = property.status === 'approved' && !isOverdue(model, property, model.now());
  const available = availableOf(model, property);
  const { minimumOrderShares } = fundingOf(model, property);
  const isOrder = available >= SHARES && SHARES >= Math.min(minimumOrderShares, available);
  return isOnMarket && isOrder && property.price <= MAX_PRICE && !isAffiliate(model, property, by.id);
}

/** The fees that this world has earned pay for its rewards. */
const canBeFunded = (model: Model, { price }: Offering) =>
  balance(model, accounts.processingFees()) >= totalOf(SHARES * price);

const chooseReward: Operation = operation({
  name: 'referrals.chooseReward',
  kind: 'command',
  weight: 4,
  choice: fc.record({ who: any, which: any, sensible: often(5) }),
  ask: (model, { who, which, sensible }) => {
    const { rewards } = promotionIn(model);
    const by = pick(
      model.people.filter(({ id }) => !sensible || rewards.has(id)),
      who,
    );
    const fitting = model.properties.filter((one) => !sensible || (by && isChoice(model, by, one)));
    const property = pick(
      fitting.filter((one) => canBeFunded(model, one)),
      which,
    );
    return by && property ? { by, input: { tier: TIER, propertyId: property.id } } : null;
  },
  refusals: ['REWARD_NOT_FOUND', 'REWARD_TAKEN', 'VERIFY_FOR_REWARD', 'NOT_A_CHOICE'],
  seldom: [
    'accepted',
    'REWARD_NOT_FOUND',
    'granted',
    'not bought',
    'REWARD_TAKEN',
    'VERIFY_FOR_REWARD',
    'NOT_A_CHOICE',
    'ACCOUNT_FROZEN',
  ],
  refuse: (model, { by, input: { propertyId } }) => {
    const reward = promotionIn(model).rewards.get(by.id);
    if (reward === undefined) return 'REWARD_NOT_FOUND';
    if (reward !== null) return 'REWARD_TAKEN';
    if (!isVerified(model, by.id)) return 'VERIFY_FOR_REWARD';
    return isChoice(model, by, offered(model, propertyId)) ? null : 'NOT_A_CHOICE';
  },
  call: async ({ platform, model }, { by, input, requestId }) => {
    const amountCents = totalOf(SHARES * offered(model, input.propertyId).price);
    const asked = { ...input, requestId };
    if (chooseReward.refuse(model, { by, input, choice: null }) !== null || isFrozen(model, by.id))
      return { ...(await api(by).referrals.chooseReward(asked)), investmentId: null };
    await fundPromotions(systemOf(platform), { amountCents, requestId: newKey() });
    const answer = await api(by).referrals.chooseReward(asked);
    return { ...answer, investmentId: await grantedTo(platform, by) };
  },
  outcomes: ['granted', 'not bought'],
  accept: (world, { by, input: { propertyId } }, { investmentId }, count) => {
    const { model } = world;
    const property = offered(model, propertyId);
    const totalCents = totalOf(SHARES * property.price);
    move(model, totalCents, accounts.processingFees(), accounts.promotions());
    const order = { by, property, shares: SHARES };
    if (refuseOrder(model, order, model.now()) === null) {
      move(model, totalCents, accounts.promotions(), accounts.userCash(by.id));
      purchase(world, investmentId, order);
      promotionIn(model).rewards.set(by.id, investmentId);
      count('granted');
    } else count('not bought');
    return { status: 'chosen' as const };
  },
});

/** Buys a chosen reward, as the worker does; answers the purchase that it became, or null. */
async function grantedTo(platform: World['platform'], { id }: Person): Promise<string | null> {
  const [chosen] = await rows<{ operationId: string }>(
    platform.db,
    sql`select operation_id as "operationId" from outbox_events
        where type = ${REWARD_CHOSEN.type} and payload->>'userId' = ${id} order by at desc, operation_id desc limit 1`,
  );
  if (chosen) await followUp(platform, chosen.operationId);
  const [reward] = await rows<{ investmentId: string | null }>(
    platform.db,
    sql`select investment_id as "investmentId" from referral_rewards where user_id = ${id} and tier = ${TIER}`,
  );
  return reward?.investmentId ?? null;
}

async function check({ model }: World): Promise<void> {
  for (const person of model.people) {
    const invited = [...promotionIn(model).inviters.values()].filter((by) => by === person.id).length;
    const granted = promotionIn(model).rewards.get(person.id) ? SHARES : 0;
    expect(await api(person).referrals.overview()).toMatchObject({
      totalReferrals: invited,
      successfulReferrals: successfulReferrals(model, person.id),
      bonusShares: granted,
    });
  }
}

export const referrals: SliceOperations = {
  operations: [makeCode, signUp, tierReached, chooseReward],
  later: [success],
  check,
};
