import fc from 'fast-check';
import { approveWithMortgage } from '../../support/valuations.ts';
import { any } from '../choices.ts';
import { approve, availableOf, type Model, type Offering, offered, pick } from '../model.ts';
import { fundingOf, offer, refuseRepayment, start } from '../offerings.ts';
import { operation } from '../operation.ts';
import { fileValuation, refuseValuation } from '../valuations.ts';

/** A form that waits for its first approval. */
const isNew = (model: Model, property: Offering) =>
  property.status === 'pending' &&
  fundingOf(model, property).approvedAt === null &&
  availableOf(model, property) === property.totalShares;

const FUNDING_DAYS = 30;

/** A reviewer approves a property with the mortgage that its papers disclose; its shares are a part of it. */
export const approvalWithMortgage = operation({
  name: 'a property is approved with a mortgage',
  kind: 'passage of time',
  weight: 2,
  opens: 1,
  choice: fc.record({
    which: any,
    equityBps: fc.constantFrom(2_500, 5_000, 10_000),
    minimumShares: fc.integer({ min: 1, max: 4 }),
    /** The lender's part of the money that the minimum brings, in percent. */
    repays: fc.constantFrom(0, 30, 100),
    stays: fc.constantFrom(0, 0, 123_456),
    flaw: fc.oneof(
      { weight: 8, arbitrary: fc.constant('none' as const) },
      { weight: 1, arbitrary: fc.constantFrom('repays too much' as const, 'worth too little' as const) },
    ),
  }),
  ask: (model, { which, equityBps, repays, stays, flaw, ...choice }) => {
    const property = pick(
      model.properties.filter((one) => isNew(model, one)),
      which,
    );
    if (!property) return null;
    const { id: propertyId, price, totalShares } = property;
    const minimumShares = Math.min(choice.minimumShares, totalShares);
    const most = price * minimumShares;
    const repaymentCents = flaw === 'repays too much' ? most + 1 : Math.floor((most * repays) / 100);
    const debtCents = repaymentCents + stays;
    // The least that covers the price of the shares less a cent.
    const least = Math.ceil(((price - 1) * totalShares * 10_000) / equityBps) + stays;
    const amountCents = flaw === 'worth too little' ? least - 1 : least + (which % 50_000);
    const input = { propertyId, amountCents, debtCents, repaymentCents, minimumShares };
    return { by: model.admin, input: { ...input, equityOfferedBps: equityBps } };
  },
  refusals: ['REPAYMENT_TOO_HIGH', 'BELOW_SHARE_PRICE'],
  seldom: ['REPAYMENT_TOO_HIGH', 'BELOW_SHARE_PRICE'],
  refuse: (model, { input }) => {
    const { amountCents, debtCents, repaymentCents, minimumShares, equityOfferedBps } = input;
    const property = offered(model, input.propertyId);
    const confirmed = { worthCents: amountCents, equityBps: equityOfferedBps };
    return (
      refuseRepayment(repaymentCents, property.price, minimumShares) ??
      refuseValuation({ ...property, confirmed }, { amountCents, debtCents, repaymentCents })
    );
  },
  call: (_, { by, input }) => approveWithMortgage(by, input),
  accept: ({ model }, { input }) => {
    const { propertyId, amountCents, debtCents, repaymentCents, minimumShares, equityOfferedBps } = input;
    const property = offered(model, propertyId);
    property.confirmed = { worthCents: amountCents, equityBps: equityOfferedBps };
    approve(property);
    offer(model, property, { minimumShares, fundingDays: FUNDING_DAYS }, repaymentCents);
    start(model, property);
    const appraised = { amountCents, debtCents, repaymentCents };
    fileValuation(model, { ...appraised, id: null, propertyId, status: 'approved' });
    return null;
  },
});
