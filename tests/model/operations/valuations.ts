import fc from 'fast-check';
import { expect } from 'vitest';
import { MAX_PENDING_VALUATIONS } from '#features/valuations/valuations.rules.ts';
import { DAY } from '#kernel/time.ts';
import { api, newKey, type Person } from '../../support/actors.ts';
import { anAppraisal } from '../../support/valuations.ts';
import { any, often } from '../choices.ts';
import { isAdmin, type Model, offered, part, pick, sees, type World } from '../model.ts';
import { isFunded } from '../offerings.ts';
import { operation, type SliceOperations } from '../operation.ts';
import { isAffiliate } from '../twins.ts';
import {
  approveValuation,
  type FiledValuation,
  fileValuation,
  isLargeChange,
  shareValueOf,
  valuationsIn,
} from '../valuations.ts';
import { closeOutsideBand, haltForADay } from './resale.ts';

/** A document of each property that an admin has filed, by property. */
const appraisalsIn = part<Map<number, string>>(() => new Map());

async function appraisalOf({ model }: World, propertyId: number): Promise<string> {
  const known = appraisalsIn(model).get(propertyId) ?? (await anAppraisal(model.admin, propertyId));
  appraisalsIn(model).set(propertyId, known);
  return known;
}

const pendingOf = (model: Model, propertyId: number) =>
  valuationsIn(model).filter((one) => one.propertyId === propertyId && one.status === 'pending');

const file = operation({
  name: 'valuations.file',
  kind: 'command',
  weight: 4,
  choice: fc.record({
    which: any,
    sensible: often(6),
    byOwner: often(9),
    percent: fc.oneof(fc.integer({ min: 92, max: 108 }), fc.constantFrom(60, 89, 111, 170)),
    /** Debt in percent of the valuation, at times more than all of it. */
    debt: fc.constantFrom(0, 0, 0, 0, 5, 40, 101),
  }),
  ask: (model, { which, sensible, byOwner, percent, debt }) => {
    const fitting = model.properties.filter(
      (one) => !sensible || (one.status === 'approved' && isFunded(model, one)),
    );
    const property = pick(fitting, which);
    const by = byOwner ? property?.owner : pick(model.people, which);
    if (!property || !by) return null;
    const { price, totalShares, confirmed } = property;
    const worthCents = confirmed?.worthCents ?? price * totalShares;
    const amountCents = Math.max(1, Math.floor((worthCents * percent) / 100));
    const debtCents = Math.floor((amountCents * debt) / 100);
    const effectiveOn = new Date(model.now()).toISOString().slice(0, 10);
    return { by, input: { propertyId: property.id, amountCents, debtCents, effectiveOn } };
  },
  refusals: ['PROPERTY_NOT_FOUND', 'NOT_YOURS', 'NOT_ON_MARKET', 'OFFERING_RUNS', 'TOO_MANY_PENDING'],
  seldom: ['PROPERTY_NOT_FOUND', 'NOT_ON_MARKET', 'TOO_MANY_PENDING', 'ACCOUNT_FROZEN'],
  refuse: (model, { by, input: { propertyId } }) => {
    const property = offered(model, propertyId);
    const isOwner = property.owner.id === by.id;
    if (!isOwner) return property.status === 'approved' ? 'NOT_YOURS' : 'PROPERTY_NOT_FOUND';
    if (property.status !== 'approved') return 'NOT_ON_MARKET';
    if (!isFunded(model, property)) return 'OFFERING_RUNS';
    return pendingOf(model, propertyId).length >= MAX_PENDING_VALUATIONS ? 'TOO_MANY_PENDING' : null;
  },
  call: async (world, { by, input, requestId }) => {
    const documentId = await appraisalOf(world, input.propertyId);
    const facts = { basis: 'appraisal' as const, documentId };
    return api(by).valuations.file({ ...input, ...facts, requestId });
  },
  accept: ({ model }, { input: { propertyId, amountCents, debtCents } }, { id }) => {
    const appraised = { amountCents, debtCents, repaymentCents: 0 };
    fileValuation(model, { ...appraised, id, propertyId, status: 'pending' });
    return { status: 'pending' as const };
  },
  keyed: { otherInput: (input) => ({ ...input, amountCents: input.amountCents + 1 }) },
});

const decisionChoice = fc.record({
  which: any,
  sensible: often(5),
  missing: often(19).map((usual) => !usual),
  byAdmin: often(9),
});
type DecisionChoice = typeof decisionChoice extends fc.Arbitrary<infer Chosen> ? Chosen : never;

/** Mostly one that waits; an unknown one now and then. */
function askDecision(model: Model, { which, sensible, missing, byAdmin }: DecisionChoice) {
  const by = byAdmin ? model.admin : pick(model.people, which);
  const fitting = valuationsIn(model).filter(({ status, id }) => id && (!sensible || status === 'pending'));
  const valuationId = missing ? newKey() : pick(fitting, which)?.id;
  return by && valuationId ? { by, input: { valuationId } } : null;
}

const propertyOf = (model: Model, { propertyId }: FiledValuation) => offered(model, propertyId);

const filedOf = (model: Model, valuationId: string) =>
  valuationsIn(model).find(({ id }) => id === valuationId);

function refuseDecision(model: Model, by: Person, valuationId: string): string | null {
  const valuation = filedOf(model, valuationId);
  if (!valuation) return 'VALUATION_NOT_FOUND';
  if (isAffiliate(model, propertyOf(model, valuation), by.id)) return 'OWN_PROPERTY';
  return valuation.status === 'pending' ? null : 'ALREADY_DECIDED';
}

export const approve = operation({
  name: 'valuations.approve',
  kind: 'command',
  weight: 4,
  choice: decisionChoice,
  ask: askDecision,
  refusals: ['ADMIN_REQUIRED', 'VALUATION_NOT_FOUND', 'ALREADY_DECIDED', 'NOT_ON_MARKET'],
  seldom: ['ALREADY_DECIDED', 'NOT_ON_MARKET', 'closed orders'],
  approval: {
    when: (model, { valuationId }) => {
      const valuation = filedOf(model, valuationId);
      return valuation !== undefined && isLargeChange(model, propertyOf(model, valuation), valuation);
    },
  },
  refuse: (model, { by, input: { valuationId } }) => {
    if (!isAdmin(by)) return 'ADMIN_REQUIRED';
    const refused = refuseDecision(model, by, valuationId);
    if (refused) return refused;
    const property = offered(model, filedOf(model, valuationId)?.propertyId ?? 0);
    return property.status === 'approved' ? null : 'NOT_ON_MARKET';
  },
  call: (_, { by, input, requestId }) => api(by).valuations.approve({ ...input, requestId }),
  outcomes: ['halted trading', 'closed orders'],
  accept: (world, { input: { valuationId } }, _, count) => {
    const { model } = world;
    const valuation = filedOf(model, valuationId);
    if (!valuation) throw new Error('an unknown valuation was approved');
    const property = propertyOf(model, valuation);
    const beforeCents = shareValueOf(model, property);
    const isLarge = approveValuation(model, property, valuation);
    if (closeOutsideBand(world, property.id) > 0) count('closed orders');
    const resumesAt = (Math.floor(model.now() / DAY) + 1) * DAY;
    if (isLarge) {
      haltForADay(model, property.id, resumesAt);
      count('halted trading');
    }
    return {
      status: 'approved' as const,
      beforeCents,
      afterCents: shareValueOf(model, property),
      haltedUntil: isLarge ? new Date(resumesAt).toISOString() : null,
    };
  },
  keyed: { otherInput: () => ({ valuationId: newKey() }) },
});

const reject = operation({
  name: 'valuations.reject',
  kind: 'command',
  weight: 1,
  choice: decisionChoice,
  ask: askDecision,
  refusals: ['ADMIN_REQUIRED', 'VALUATION_NOT_FOUND', 'ALREADY_DECIDED'],
  seldom: ['ADMIN_REQUIRED', 'VALUATION_NOT_FOUND', 'ALREADY_DECIDED', 'replayed', 'KEY_REUSED'],
  refuse: (model, { by, input: { valuationId } }) =>
    isAdmin(by) ? refuseDecision(model, by, valuationId) : 'ADMIN_REQUIRED',
  call: (_, { by, input, requestId }) =>
    api(by).valuations.reject({ ...input, reason: 'The appraisal is unsigned.', requestId }),
  accept: ({ model }, { input: { valuationId } }) => {
    const valuation = filedOf(model, valuationId);
    if (valuation) valuation.status = 'rejected';
    return { status: 'rejected' as const, haltedUntil: null };
  },
  keyed: { otherInput: () => ({ valuationId: newKey() }) },
});

/** Everyone who sees a property sees what a share of it is worth. */
async function check({ model }: World): Promise<void> {
  for (const property of model.properties) {
    const viewer = model.people.find((person) => sees(model, person, property));
    if (!viewer) continue;
    const { value } = await api(viewer).valuations.ofProperty({ propertyId: property.id });
    expect(value.perShareCents).toBe(shareValueOf(model, property));
  }
}

export const valuations: SliceOperations = { operations: [file, approve, reject], check };
