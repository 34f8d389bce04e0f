import fc from 'fast-check';
import { expect } from 'vitest';
import { accounts } from '#features/ledger/server/index.ts';
import type { PropertyStatus } from '#features/properties/properties.contract.ts';
import { percentText, toDecimal } from '#kernel/money.ts';
import { api } from '../../support/actors.ts';
import {
  availableOf,
  isAdmin,
  type Model,
  move,
  type Offering,
  pick,
  sharesOf,
  type World,
} from '../model.ts';
import { operation, type SliceOperations } from '../operation.ts';

const anyone = fc.nat(1_000);

const mostly = fc.nat(9).map((one) => one > 0);

const submit = operation({
  name: 'properties.submit',
  kind: 'command',
  weight: 2,
  choice: fc.record({
    who: anyone,
    name: fc.constantFrom('Maple Court', 'Ünïon Ströet 7', '東京タワー', 'Ten “Quoted” Lofts'),
    price: fc.oneof(fc.constantFrom(100, 333, 1_999, 10_000), fc.integer({ min: 100, max: 60_000 })),
    totalShares: fc.integer({ min: 1, max: 150 }),
    yieldBps: fc.integer({ min: 0, max: 1_500 }),
  }),
  ask: (model, { who, name, price, totalShares, yieldBps }) => {
    const by = pick(model.people, who);
    const submission = {
      name,
      location: 'Austin, TX',
      propertyType: 'residential' as const,
      pricePerShare: toDecimal(price),
      totalShares,
      annualYield: percentText(yieldBps),
      minimumShares: 0,
    };
    return by ? { by, input: { submission } } : null;
  },
  refusals: [],
  refuse: () => null,
  call: (_, { by, input, requestId }) => api(by).properties.submit({ ...input, requestId }),
  accept: ({ model }, { by, input, choice }, { id }) => {
    const { name, price, totalShares, yieldBps } = choice;
    model.properties.push({ id, owner: by, name, price, totalShares, yieldBps, status: 'pending' });
    move(model, totalShares, accounts.propertyIssued(id), accounts.propertyAvailable(id));
    const { minimumShares: _, ...submission } = input.submission;
    return { ...submission, ownerId: by.id, status: 'pending' as const, availableShares: totalShares };
  },
  keyed: {
    otherInput: ({ submission }) => ({
      submission: { ...submission, totalShares: submission.totalShares + 1 },
    }),
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
  return allowed[property.status].includes(status) ? null : 'STATUS_NOT_ALLOWED';
}

const NO_PROPERTY = 2_000_000_000;

const setStatus = operation({
  name: 'properties.setStatus',
  kind: 'command',
  weight: 7,
  choice: fc.record({
    which: fc.nat(1_000),
    status: fc.constantFrom<PropertyStatus>(
      'approved',
      'approved',
      'approved',
      'pending',
      'pending',
      'rejected',
    ),
    sensible: mostly,
    missing: fc.nat(19).map((one) => one === 0),
    byAdmin: mostly,
  }),
  ask: (model, { which, status, sensible, missing, byAdmin }) => {
    const by = byAdmin ? model.admin : pick(model.people, which);
    const fitting = model.properties.filter((one) => !sensible || allowed[one.status].includes(status));
    const id = missing ? NO_PROPERTY : pick(fitting, which)?.id;
    return by && id ? { by, input: { id, status } } : null;
  },
  refusals: ['ADMIN_REQUIRED', 'PROPERTY_NOT_FOUND', 'STATUS_UNCHANGED', 'STATUS_NOT_ALLOWED'],
  refuse: (model, { by, input }) =>
    isAdmin(model, by) ? refuseStatus(model, input.id, input.status) : 'ADMIN_REQUIRED',
  call: (_, { by, input }) => api(by).properties.setStatus(input),
  accept: ({ model }, { input: { id, status } }) => {
    const property = model.properties.find((one) => one.id === id) as Offering;
    property.status = status;
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
  refuse: (model, { by, input }) => {
    const related = isAdmin(model, by) || by.id === input.owner.id || sharesOf(model, by, input) > 0;
    return input.status === 'approved' || related ? null : 'PROPERTY_NOT_FOUND';
  },
  call: (_, { by, input }) => api(by).properties.detail({ id: input.id }),
  accept: ({ model }, { by, input }) => {
    const availableShares = availableOf(model, input);
    const soldShares = input.totalShares - availableShares;
    return {
      name: input.name,
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

async function check({ model }: World): Promise<void> {
  for (const property of model.properties) {
    const { id, name, price, totalShares, status } = property;
    expect(await api(model.admin).properties.detail({ id })).toMatchObject({
      name,
      totalShares,
      status,
      pricePerShareCents: price,
      availableShares: availableOf(model, property),
    });
  }
}

export const properties: SliceOperations = { operations: [submit, setStatus, detail], check };
