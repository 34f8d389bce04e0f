import fc from 'fast-check';
import { accounts } from '#features/ledger/server/index.ts';
import { closeOffering, refundChunk, releaseEscrow } from '#features/offerings/server/index.ts';
import { api, type Person, systemOf } from '../../support/actors.ts';
import { any, momentOf, often, type When } from '../choices.ts';
import { isFrozen } from '../freezes.ts';
import { askAnyone, balance, isAdmin, type Model, move, type Offering, offered, pick } from '../model.ts';
import {
  CANCELLATION_WINDOW_MS,
  cancelEndOf,
  close,
  closesAt,
  deadlineOf,
  feeOf,
  fundingOf,
  giveBack,
  isFunded,
  isRefunding,
  isReward,
  offeringShown,
  type Purchase,
  purchasesIn,
  refund,
  refuseRepayment,
  release,
  setTerms,
  soldOf,
  totalOf,
} from '../offerings.ts';
import { operation, type SliceOperations } from '../operation.ts';
import { isAffiliate } from '../twins.ts';

const purchased = (model: Model, id: string) => purchasesIn(model).find((one) => one.id === id) as Purchase;
const isCancellable = (model: Model, purchase: Purchase) =>
  (cancelEndOf(model, purchase) ?? 0) > model.now() && !isReward(model, purchase);

const cancelPurchase = operation({
  name: 'investing.cancelPurchase',
  kind: 'command',
  whileFrozen: true,
  weight: 9,
  choice: fc.record({
    who: any,
    which: any,
    own: often(9),
    sensible: often(5),
    when: fc.constantFrom<When>('now', 'now', 'now', 'before', 'at'),
  }),
  ask: (model, { who, which, own, sensible }) => {
    const fitting = purchasesIn(model).filter((one) => !sensible || isCancellable(model, one));
    const purchase = pick(fitting, which);
    const by = own ? purchase?.by : pick(model.people, who);
    return purchase?.id && by ? { by, input: { investmentId: purchase.id } } : null;
  },
  refusals: [
    'INVESTMENT_NOT_FOUND',
    'ALREADY_REFUNDED',
    'REWARD_PURCHASE',
    'OFFERING_CLOSED',
    'CANCEL_TOO_LATE',
  ],
  refuse: (model, { by, input, choice }) => {
    const purchase = purchased(model, input.investmentId);
    if (purchase.by.id !== by.id) return 'INVESTMENT_NOT_FOUND';
    if (purchase.status !== 'active') return 'ALREADY_REFUNDED';
    if (isReward(model, purchase)) return 'REWARD_PURCHASE';
    const deadline = deadlineOf(model, { id: purchase.propertyId });
    const moment = momentOf(model.now(), cancelEndOf(model, purchase), choice.when);
    if (deadline === null || moment >= deadline) return 'OFFERING_CLOSED';
    return moment < purchase.at + CANCELLATION_WINDOW_MS ? null : 'CANCEL_TOO_LATE';
  },
  call: ({ model, clock }, { by, input, choice, requestId }) => {
    const purchase = purchasesIn(model).find(({ id }) => id === input.investmentId);
    const now = model.now();
    if (purchase) clock.advance(momentOf(now, cancelEndOf(model, purchase), choice.when) - now);
    return api(by).investing.cancelPurchase({ ...input, requestId });
  },
  outcomes: ['of a frozen account'],
  seldom: ['of a frozen account', 'REWARD_PURCHASE'],
  accept: ({ model }, { by, input }, _, count) => {
    if (isFrozen(model, by.id)) count('of a frozen account');
    const purchase = purchased(model, input.investmentId);
    const { propertyId, shares, amountCents } = purchase;
    giveBack(model, purchase, 'cancelled');
    const { name } = offered(model, propertyId);
    const [feeCents, totalCents] = [feeOf(amountCents), totalOf(amountCents)];
    return { ...input, propertyId, propertyName: name, shares, amountCents, feeCents, totalCents };
  },
  keyed: { otherInput: () => ({ investmentId: '01890000-0000-7000-8000-000000000000' }) },
});

const cancellable = operation({
  name: 'investing.cancellable',
  kind: 'query',
  weight: 1,
  choice: fc.record({ who: any }),
  ask: askAnyone,
  refusals: [],
  refuse: () => null,
  call: async (_, { by }) => {
    const found = await api(by).investing.cancellable();
    return { purchases: found.map(({ id, shares, totalCents }) => ({ id, shares, totalCents })) };
  },
  accept: ({ model }, { by }) => {
    const own = purchasesIn(model).filter((one) => one.by.id === by.id && isCancellable(model, one));
    return {
      purchases: own.map(({ id, shares, amountCents }) => ({
        id: id as string,
        shares,
        totalCents: totalOf(amountCents),
      })),
    };
  },
});

const NO_PROPERTY = 2_000_000_000;

const setOfferingTerms = operation({
  name: 'offerings.setOfferingTerms',
  kind: 'command',
  weight: 2,
  choice: fc.record({
    which: any,
    sensible: often(4),
    missing: often(19).map((usual) => !usual),
    byAdmin: often(9),
    minimumShares: fc.oneof(
      { weight: 1, arbitrary: fc.constant(0) },
      { weight: 6, arbitrary: fc.integer({ min: 1, max: 8 }) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 200 }) },
    ),
    fundingDays: fc.integer({ min: 1, max: 30 }),
    minimumOrderShares: fc.oneof(
      { weight: 2, arbitrary: fc.constant(undefined) },
      { weight: 6, arbitrary: fc.integer({ min: 1, max: 4 }) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 200 }) },
    ),
  }),
  ask: (model, { minimumShares, fundingDays, minimumOrderShares, ...choice }) => {
    const asked = askReview(
      model,
      choice,
      (one) => refuseTerms(model, one, { minimumShares: one.totalShares }) === null,
    );
    const terms = { minimumShares, fundingDays, ...(minimumOrderShares && { minimumOrderShares }) };
    return asked && { ...asked, input: { ...asked.input, ...terms } };
  },
  refusals: [
    'ADMIN_REQUIRED',
    'PROPERTY_NOT_FOUND',
    'OFFERING_CLOSED',
    'OFFERING_HAS_PURCHASES',
    'MINIMUM_TOO_HIGH',
    'MINIMUM_ORDER_TOO_HIGH',
    'REPAYMENT_TOO_HIGH',
  ],
  seldom: ['PROPERTY_NOT_FOUND', 'OFFERING_CLOSED', 'MINIMUM_ORDER_TOO_HIGH', 'REPAYMENT_TOO_HIGH'],
  refuse: (model, asked) => refuseReview(model, asked, (one) => refuseTerms(model, one, asked.input)),
  call: (_, { by, input }) => api(by).offerings.setOfferingTerms(input),
  accept: ({ model }, { input }) => {
    const property = offered(model, input.id);
    setTerms(model, property, input);
    return offeringShown(model, property);
  },
});

function refuseTerms(
  model: Model,
  property: Offering,
  { minimumShares, minimumOrderShares = 1 }: { minimumShares: number; minimumOrderShares?: number },
): string | null {
  if (fundingOf(model, property).status === 'failed') return 'OFFERING_CLOSED';
  if (soldOf(model, property) > 0) return 'OFFERING_HAS_PURCHASES';
  if (minimumShares > property.totalShares) return 'MINIMUM_TOO_HIGH';
  if (minimumOrderShares > property.totalShares) return 'MINIMUM_ORDER_TOO_HIGH';
  return refuseRepayment(fundingOf(model, property).repaymentCents, property.price, minimumShares);
}

const hold = operation({
  name: 'offerings.holdRelease',
  kind: 'command',
  weight: 1,
  choice: fc.record({
    which: any,
    sensible: often(4),
    missing: often(19).map((usual) => !usual),
    byAdmin: often(9),
  }),
  ask: (model, choice) => {
    const asked = askReview(model, choice, (one) => refuseHold(model, one) === null);
    return asked && { ...asked, input: { ...asked.input, reason: 'A lien has turned up.' } };
  },
  refusals: ['ADMIN_REQUIRED', 'PROPERTY_NOT_FOUND', 'OFFERING_CLOSED', 'ALREADY_ON_HOLD'],
  seldom: ['PROPERTY_NOT_FOUND', 'OFFERING_CLOSED', 'ALREADY_ON_HOLD'],
  refuse: (model, asked) => refuseReview(model, asked, (one) => refuseHold(model, one)),
  call: (_, { by, input }) => api(by).offerings.holdRelease(input),
  accept: ({ model }, { input }) => {
    const property = offered(model, input.id);
    fundingOf(model, property).onHold = true;
    return offeringShown(model, property);
  },
});

function refuseHold(model: Model, property: Offering): string | null {
  const { status, onHold } = fundingOf(model, property);
  if (status === 'failed') return 'OFFERING_CLOSED';
  return onHold ? 'ALREADY_ON_HOLD' : null;
}

export const lift = operation({
  name: 'offerings.liftHold',
  kind: 'command',
  weight: 1,
  choice: fc.record({
    which: any,
    sensible: often(9),
    missing: often(19).map((usual) => !usual),
    byAdmin: often(9),
  }),
  ask: (model, choice) => askReview(model, choice, (one) => fundingOf(model, one).onHold),
  approval: {},
  refusals: ['ADMIN_REQUIRED', 'PROPERTY_NOT_FOUND', 'NOT_ON_HOLD'],
  seldom: ['ADMIN_REQUIRED', 'PROPERTY_NOT_FOUND', 'NOT_ON_HOLD', 'APPROVAL_REQUIRED'],
  refuse: (model, asked) =>
    refuseReview(model, asked, (one) => (fundingOf(model, one).onHold ? null : 'NOT_ON_HOLD')),
  call: (_, { by, input }) => api(by).offerings.liftHold(input),
  accept: ({ model }, { input }) => {
    const property = offered(model, input.id);
    fundingOf(model, property).onHold = false;
    return offeringShown(model, property);
  },
});

interface ReviewChoice {
  which: number;
  sensible: boolean;
  missing: boolean;
  byAdmin: boolean;
}

/** Someone, mostly an admin, decides on an offering, mostly on one that fits. */
function askReview(
  model: Model,
  { which, sensible, missing, byAdmin }: ReviewChoice,
  fits: (property: Offering) => boolean,
): { by: Person; input: { id: number } } | null {
  const by = byAdmin ? model.admin : pick(model.people, which);
  const fitting = model.properties.filter((one) => !sensible || fits(one));
  const id = missing ? NO_PROPERTY : pick(fitting, which)?.id;
  return by && id ? { by, input: { id } } : null;
}

function refuseReview(
  model: Model,
  { by, input }: { by: Person; input: { id: number } },
  refuse: (property: Offering) => string | null,
): string | null {
  if (!isAdmin(by)) return 'ADMIN_REQUIRED';
  const property = model.properties.find(({ id }) => id === input.id);
  if (!property) return 'PROPERTY_NOT_FOUND';
  return isAffiliate(model, property, by.id) ? 'OWN_PROPERTY' : refuse(property);
}

const closing = operation({
  name: 'an offering whose time has come is closed',
  kind: 'passage of time',
  weight: 4,
  choice: fc.record({
    which: any,
    sensible: often(5),
    when: fc.constantFrom<When>('now', 'now', 'before', 'at'),
  }),
  ask: (model, { which, sensible }) => {
    const fitting = model.properties.filter((one) => !sensible || closesAt(model, one) !== null);
    const property = pick(fitting, which);
    return property ? { by: model.admin, input: property } : null;
  },
  refusals: [],
  refuse: () => null,
  call: ({ platform, model, clock }, { input, choice }) => {
    const now = model.now();
    clock.advance(momentOf(now, closesAt(model, input), choice.when) - now);
    return closeOffering(systemOf(platform), { propertyId: input.id });
  },
  outcomes: ['funded', 'failed'],
  accept: ({ model }, { input }, _, count) => {
    const outcome = close(model, input);
    if (outcome) count(outcome);
    return { outcome };
  },
});

const refunding = operation({
  name: 'an investor of a failed offering is refunded',
  kind: 'passage of time',
  weight: 3,
  choice: fc.record({ which: any, sensible: often(5) }),
  ask: (model, { which, sensible }) => {
    const property = pick(
      model.properties.filter((one) => !sensible || isRefunding(model, one)),
      which,
    );
    return property ? { by: model.admin, input: property } : null;
  },
  refusals: [],
  refuse: () => null,
  call: ({ platform }, { input }) =>
    refundChunk(systemOf(platform), { propertyId: input.id, maxInvestors: 1 }),
  accept: ({ model }, { input }) => refund(model, input, 1),
});

const releasing = operation({
  name: 'the proceeds of an offering are paid out',
  kind: 'passage of time',
  weight: 1,
  choice: fc.record({ which: any, sensible: often(5) }),
  ask: (model, { which, sensible }) => {
    const property = pick(
      model.properties.filter((one) => !sensible || isFunded(model, one)),
      which,
    );
    return property ? { by: model.admin, input: property } : null;
  },
  refusals: [],
  refuse: () => null,
  call: ({ platform }, { input }) => releaseEscrow(systemOf(platform), { propertyId: input.id }),
  accept: ({ model }, { input }) => ({ proceedsCents: release(model, input) }),
});

const waitsForLender = (model: Model, { id }: Pick<Offering, 'id'>) =>
  balance(model, accounts.propertyMortgage(id));

export const payLender = operation({
  name: 'offerings.payLender',
  kind: 'command',
  weight: 3,
  choice: fc.record({
    which: any,
    sensible: often(4),
    missing: often(19).map((usual) => !usual),
    byAdmin: often(9),
    shown: often(9).map((usual) => (usual ? 0 : 1)),
  }),
  ask: (model, { shown, ...choice }) => {
    const asked = askReview(model, choice, (one) => waitsForLender(model, one) > 0);
    if (!asked) return null;
    const amountCents = Math.max(1, waitsForLender(model, asked.input) + shown);
    return { ...asked, input: { ...asked.input, amountCents, reference: 'Wire 4711' } };
  },
  approval: {},
  refusals: ['ADMIN_REQUIRED', 'PROPERTY_NOT_FOUND', 'LENDER_AMOUNT_CHANGED'],
  seldom: [
    ...['accepted', 'ADMIN_REQUIRED', 'PROPERTY_NOT_FOUND', 'LENDER_AMOUNT_CHANGED'],
    ...['APPROVAL_REQUIRED', 'replayed', 'KEY_REUSED'],
  ],
  refuse: (model, asked) =>
    refuseReview(model, asked, (one) =>
      waitsForLender(model, one) === asked.input.amountCents ? null : 'LENDER_AMOUNT_CHANGED',
    ),
  call: (_, { by, input, requestId }) => api(by).offerings.payLender({ ...input, requestId }),
  accept: ({ model }, { input: { id, amountCents } }) => {
    move(model, amountCents, accounts.propertyMortgage(id), accounts.bank());
    return { paidCents: amountCents };
  },
  keyed: { otherInput: (input) => ({ ...input, reference: 'Wire 4712' }) },
});

export const offerings: SliceOperations = {
  operations: [
    cancelPurchase,
    cancellable,
    setOfferingTerms,
    hold,
    lift,
    closing,
    refunding,
    releasing,
    payLender,
  ],
};
