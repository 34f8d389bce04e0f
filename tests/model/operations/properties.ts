import fc from 'fast-check';
import { expect } from 'vitest';
import { accounts } from '#features/ledger/server/index.ts';
import type { PropertyStatus } from '#features/properties/properties.contract.ts';
import { bpsToDecimal, toDecimal } from '#kernel/money.ts';
import { api } from '../../support/actors.ts';
import {
  approve,
  availableOf,
  balance,
  isAdmin,
  type Model,
  move,
  type Offering,
  pick,
  sees,
  sharesOf,
  type World,
} from '../model.ts';
import {
  beginsAtApproval,
  fundingOf,
  isRefunding,
  offer,
  offerAgain,
  offeringShown,
  refuseRepayment,
  start,
  type Terms,
} from '../offerings.ts';
import { operation, type SliceOperations } from '../operation.ts';
import { refuseOffering, valueByOffering } from '../valuations.ts';
import { approvalWithMortgage } from './mortgages.ts';
import { hasOutdatedBids, outdateBids } from './resale.ts';

const anyone = fc.nat(1_000);

const USUAL_DAYS = 60;

const mostly = fc.nat(9).map((one) => one > 0);

/** The terms that an owner asks for, often of none or few shares, so that much is sold; null for the usual ones. */
const terms = fc.oneof(
  { weight: 8, arbitrary: fc.record({ minimumShares: fc.constant(0) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      minimumShares: fc.integer({ min: 1, max: 8 }),
      fundingDays: fc.integer({ min: 1, max: 30 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant(null) },
);

const submissionChoice = fc.record({
  who: anyone,
  name: fc.constantFrom('Maple Court', 'Ünïon Ströet 7', '東京タワー', 'Ten “Quoted” Lofts'),
  address: fc.constantFrom(
    {},
    { streetAddress: '12 Wharf Street', zipCode: '78701' },
    { streetAddress: '7 Ünïon Ströet', latitude: 30.2672, longitude: -97.7431 },
  ),
  price: fc.oneof(fc.constantFrom(100, 333, 1_999, 10_000), fc.integer({ min: 100, max: 60_000 })),
  totalShares: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 150 })),
  yieldBps: fc.integer({ min: 0, max: 1_500 }),
  terms,
});
type SubmissionChoice = typeof submissionChoice extends fc.Arbitrary<infer Choice> ? Choice : never;

const factsOf = ({ name, address, price, totalShares, yieldBps }: SubmissionChoice) => ({
  name,
  location: 'Austin, TX',
  ...address,
  propertyType: 'residential' as const,
  pricePerShare: toDecimal(price),
  totalShares,
  annualYield: bpsToDecimal(yieldBps),
});

function termsOf({ terms, totalShares }: SubmissionChoice): Partial<Terms> {
  return terms ? { ...terms, minimumShares: Math.min(terms.minimumShares, totalShares) } : {};
}

const submit = operation({
  name: 'properties.submit',
  kind: 'command',
  weight: 2,
  opens: 3,
  choice: submissionChoice,
  ask: (model, choice) => {
    const by = pick(model.people, choice.who);
    return by ? { by, input: { submission: { ...factsOf(choice), ...termsOf(choice) } } } : null;
  },
  refusals: [],
  refuse: () => null,
  call: (_, { by, input, requestId }) => api(by).properties.submit({ ...input, requestId }),
  accept: ({ model }, { by, choice }, { id }) => {
    const { name, price, totalShares, yieldBps } = choice;
    const { minimumShares = totalShares, fundingDays = USUAL_DAYS } = termsOf(choice);
    const facts = { name, price, totalShares, yieldBps };
    const property: Offering = {
      ...facts,
      id,
      owner: by,
      confirmed: null,
      status: 'pending',
      correction: null,
    };
    model.properties.push(property);
    offer(model, property, { minimumShares, fundingDays });
    move(model, totalShares, accounts.propertyIssued(id), accounts.propertyAvailable(id));
    const entity = { ...factsOf(choice), ownerId: by.id, status: 'pending' as const };
    return { ...entity, availableShares: totalShares };
  },
  keyed: {
    otherInput: ({ submission }) => ({
      submission: { ...submission, totalShares: submission.totalShares + 1 },
    }),
  },
});

/** The price, the number of shares and the terms that a submission asks for. */
function offerOf({ totalShares, minimumShares, fundingDays, pricePerShare }: Corrected) {
  return {
    price: Math.round(Number(pricePerShare) * 100),
    totalShares,
    minimumShares: minimumShares ?? totalShares,
    fundingDays: fundingDays ?? USUAL_DAYS,
  };
}
type Corrected = ReturnType<typeof factsOf> & Partial<Terms>;

function changesTerms(model: Model, property: Offering, submission: Corrected): boolean {
  const { minimumShares, fundingDays } = fundingOf(model, property);
  const { price, totalShares } = property;
  const offered = { price, totalShares, minimumShares, fundingDays };
  const asked = offerOf(submission);
  return (Object.keys(asked) as (keyof typeof asked)[]).some((key) => asked[key] !== offered[key]);
}

const isSameOffer = (property: Offering, { price, totalShares }: Pick<Offering, 'price' | 'totalShares'>) =>
  price === property.price && totalShares === property.totalShares;

const costsMoreThanConfirmed = (property: Offering, asked: Pick<Offering, 'price' | 'totalShares'>) =>
  property.confirmed !== null &&
  !isSameOffer(property, asked) &&
  asked.price * asked.totalShares > property.confirmed.worthCents;

/** With another price or number of shares, they are another part of a property whose worth was confirmed. */
function confirmedFor(property: Offering, asked: Pick<Offering, 'price' | 'totalShares'>) {
  const { confirmed } = property;
  if (!confirmed || isSameOffer(property, asked)) return confirmed;
  const { worthCents } = confirmed;
  return { worthCents, equityBps: Math.ceil((asked.price * asked.totalShares * 10_000) / worthCents) };
}

const hasSold = (model: Model, property: Offering) => availableOf(model, property) < property.totalShares;

const resubmit = operation({
  name: 'properties.resubmit',
  kind: 'command',
  weight: 3,
  choice: fc.record({
    correction: submissionChoice,
    which: fc.nat(1_000),
    sensible: mostly,
    termsAsBefore: fc.boolean(),
    byOwner: mostly,
  }),
  ask: (model, { correction, which, sensible, termsAsBefore, byOwner }) => {
    const fitting = model.properties.filter(({ status }) => !sensible || status === 'rejected');
    const property = pick(fitting, which);
    const by = byOwner ? property?.owner : pick(model.people, which);
    if (!property || !by) return null;
    const { minimumShares, fundingDays } = fundingOf(model, property);
    const { id, price, totalShares } = property;
    const asBefore = { pricePerShare: toDecimal(price), totalShares, minimumShares, fundingDays };
    const terms = termsAsBefore ? asBefore : termsOf(correction);
    const submission: Corrected = { ...factsOf(correction), ...terms };
    return { by, input: { id, submission } };
  },
  refusals: ['PROPERTY_NOT_FOUND', 'NOT_REJECTED', 'REFUNDS_RUNNING', 'ESCROW_NOT_EMPTY', 'TERMS_FROZEN'],
  // The correction of a property with a mortgage can be refused by BELOW_SHARE_PRICE and REPAYMENT_TOO_HIGH too.
  seldom: ['REFUNDS_RUNNING', 'ESCROW_NOT_EMPTY', 'TERMS_FROZEN', 'ACCOUNT_FROZEN'],
  refuse: (model, { by, input: { id, submission } }) => {
    const property = model.properties.find((one) => one.id === id) as Offering;
    if (property.owner.id !== by.id) return 'PROPERTY_NOT_FOUND';
    if (property.status !== 'rejected') return 'NOT_REJECTED';
    if (isRefunding(model, property)) return 'REFUNDS_RUNNING';
    if (balance(model, accounts.propertyEscrow(id)) > 0) return 'ESCROW_NOT_EMPTY';
    const asked = offerOf(submission);
    if (costsMoreThanConfirmed(property, asked)) return 'BELOW_SHARE_PRICE';
    const termsChanged = changesTerms(model, property, submission);
    if (hasSold(model, property) && termsChanged) return 'TERMS_FROZEN';
    const { repaymentCents, status } = fundingOf(model, property);
    const begins = termsChanged || status !== 'funded';
    return begins ? refuseRepayment(repaymentCents, asked.price, asked.minimumShares) : null;
  },
  call: (_, { by, input, requestId }) => api(by).properties.resubmit({ ...input, requestId }),
  accept: ({ model }, { input: { id, submission }, choice: { correction } }) => {
    const property = model.properties.find((one) => one.id === id) as Offering;
    const termsChanged = changesTerms(model, property, submission);
    const { price, totalShares, ...terms } = offerOf(submission);
    const issued = totalShares - property.totalShares;
    const [issue, available] = [accounts.propertyIssued(id), accounts.propertyAvailable(id)];
    if (issued > 0) move(model, issued, issue, available);
    if (issued < 0) move(model, -issued, available, issue);
    const { name, yieldBps } = correction;
    const wasOnMarket = fundingOf(model, property).approvedAt !== null;
    const facts = wasOnMarket ? { correction: { name, yieldBps } } : { name, yieldBps };
    const confirmed = confirmedFor(property, { price, totalShares });
    Object.assign(property, { ...facts, confirmed, price, totalShares, status: 'pending' });
    offerAgain(model, property, terms, termsChanged);
    outdateBids(model, id);
    return { id, status: 'pending' as const, totalShares, availableShares: availableOf(model, property) };
  },
  keyed: {
    otherInput: ({ id, submission }) => ({ id, submission: { ...submission, location: 'Dallas, TX' } }),
  },
});

const allowed: Record<PropertyStatus, readonly PropertyStatus[]> = {
  pending: ['approved', 'rejected'],
  approved: ['pending'],
  rejected: ['pending'],
};

function refuseStatus(model: Model, id: number, status: PropertyStatus): string | null {
  const property = model.properties.find((one) => one.id === id);
  if (!property) return 'PROPERTY_NOT_FOUND';
  if (property.status === status) return 'STATUS_UNCHANGED';
  if (!allowed[property.status].includes(status)) return 'STATUS_NOT_ALLOWED';
  if (status === 'approved' && hasOutdatedBids(model, id)) return 'EARLIER_BIDS_OPEN';
  if (status !== 'approved') return null;
  if (isRefunding(model, property)) return 'REFUNDS_RUNNING';
  return refuseOffering(model, property, beginsAtApproval(model, property));
}

const NO_PROPERTY = 2_000_000_000;

const setStatus = operation({
  name: 'properties.setStatus',
  kind: 'command',
  weight: 7,
  opens: 3,
  choice: fc.record({
    which: fc.nat(1_000),
    status: fc.oneof(
      { weight: 8, arbitrary: fc.constant<PropertyStatus>('approved') },
      { weight: 1, arbitrary: fc.constantFrom<PropertyStatus>('pending', 'rejected') },
    ),
    sensible: mostly,
    missing: fc.nat(19).map((one) => one === 0),
    byAdmin: mostly,
  }),
  ask: (model, { which, status, sensible, missing, byAdmin }) => {
    const by = byAdmin ? model.admin : pick(model.people, which);
    const fitting = model.properties.filter((one) => !sensible || allowed[one.status].includes(status));
    const id = missing ? NO_PROPERTY : pick(fitting, which)?.id;
    const reason = status === 'rejected' ? { reason: 'The deed is in doubt.' } : {};
    return by && id ? { by, input: { id, status, ...reason } } : null;
  },
  refusals: [
    'ADMIN_REQUIRED',
    'PROPERTY_NOT_FOUND',
    'STATUS_UNCHANGED',
    'STATUS_NOT_ALLOWED',
    'EARLIER_BIDS_OPEN',
    'REFUNDS_RUNNING',
  ],
  seldom: ['EARLIER_BIDS_OPEN', 'REFUNDS_RUNNING'],
  refuse: (model, { by, input }) =>
    isAdmin(by) ? refuseStatus(model, input.id, input.status) : 'ADMIN_REQUIRED',
  call: (_, { by, input }) => api(by).properties.setStatus(input),
  accept: ({ model }, { input: { id, status } }) => {
    const property = model.properties.find((one) => one.id === id) as Offering;
    property.status = status;
    if (status === 'approved') {
      approve(property);
      valueByOffering(model, property, start(model, property));
    }
    return { id, status, availableShares: availableOf(model, property) };
  },
});

const detail = operation({
  name: 'properties.detail',
  kind: 'query',
  open: true,
  weight: 4,
  choice: fc.record({ who: anyone, which: fc.nat(1_000) }),
  ask: (model, { who, which }) => {
    const by = pick([...model.people, model.admin], who);
    const property = pick(model.properties, which);
    return by && property ? { by, input: property } : null;
  },
  refusals: ['PROPERTY_NOT_FOUND'],
  refuse: (model, { by, input }) => (sees(model, by, input) ? null : 'PROPERTY_NOT_FOUND'),
  call: (_, { by, input }) => api(by).properties.detail({ id: input.id }),
  accept: ({ model }, { by, input }) => {
    const availableShares = availableOf(model, input);
    const soldShares = input.totalShares - availableShares;
    return {
      name: isAdmin(by) || by.id === input.owner.id ? nameInReview(input) : input.name,
      status: input.status,
      availableShares,
      soldShares,
      equitySoldCents: soldShares * input.price,
      investorCount: model.people.filter((person) => sharesOf(model, person, input) > 0).length,
      viewerShares: sharesOf(model, by, input),
      ownedByViewer: by.id === input.owner.id,
    };
  },
});

const nameInReview = ({ name, correction }: Offering) => correction?.name ?? name;

async function check({ model }: World): Promise<void> {
  for (const property of model.properties) {
    const { id, price, totalShares, status } = property;
    expect(await api(model.admin).properties.detail({ id })).toMatchObject({
      name: nameInReview(property),
      totalShares,
      status,
      pricePerShareCents: price,
      availableShares: availableOf(model, property),
      offering: offeringShown(model, property),
    });
  }
}

export const properties: SliceOperations = {
  operations: [submit, approvalWithMortgage, resubmit, setStatus, detail],
  check,
};
