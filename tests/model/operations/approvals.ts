import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect } from 'vitest';
import { HOUR } from '#kernel/time.ts';
import { api, type Person } from '../../support/actors.ts';
import { allPages } from '../../support/checks.ts';
import { any, momentOf, often, type When } from '../choices.ts';
import { isAdmin, type Model, part, pick, type World } from '../model.ts';
import { type Operation, operation, type SliceOperations, takesTwo } from '../operation.ts';
import { provenAt } from '../proof.ts';
import { decidersIn, isNewAdmin } from '../roles.ts';
import { approval } from './distributions.ts';
import { unfreezeAccount } from './freezes.ts';
import { lift, payLender } from './offerings.ts';
import { grantAdminRole, takeAdminRole } from './roles.ts';
import { approve } from './valuations.ts';
import { releaseOne } from './wallet.ts';

interface Request {
  id: string;
  by: Person;
  command: string;
  input: Record<string, unknown>;
  at: number;
  state: 'waiting' | 'executed' | 'declined';
  decidedBy?: string;
}

const LIFETIME_MS = 72 * HOUR;
const REASON = 'It was checked by phone.';

/** Operations that take two admins, each with its weight among the requests. */
const protectedOnes: readonly (readonly [weight: number, one: Operation])[] = [
  [7, approval],
  [3, approve],
  [3, unfreezeAccount],
  [2, lift],
  [2, releaseOne],
  [1, payLender],
  [2, grantAdminRole],
  [1, takeAdminRole],
];
const protectedNamed = (name: string) => protectedOnes.find(([, one]) => one.name === name)?.[1] as Operation;

const requestsIn = part<Request[]>(() => []);
const requestOf = (model: Model, id: string) => requestsIn(model).find((one) => one.id === id) as Request;
const expiryOf = ({ at }: Request) => at + LIFETIME_MS;
const isWaiting = (model: Model, one: Request) => one.state === 'waiting' && model.now() < expiryOf(one);

/** A command that takes two, and what it could be called with. */
const wanted = fc.oneof(
  ...protectedOnes.map(([weight, one]) => ({
    weight,
    arbitrary: fc.record({ command: fc.constant(one.name), choice: one.choice }),
  })),
);

const request = operation({
  name: 'approvals.request',
  kind: 'command',
  weight: 34,
  choice: fc.record({ who: any, wanted, again: often(15).map((usual) => !usual) }),
  ask: (model, { who, wanted: { command, choice }, again }) => {
    const earlier = again ? pick(requestsIn(model), who) : undefined;
    const found = protectedNamed(command).ask(model, choice);
    const by = found && !isAdmin(found.by) ? found.by : pick([model.admin, model.second], who);
    if (earlier && by) return { by, input: { command: earlier.command, input: earlier.input } };
    return found && by ? { by, input: { command, input: found.input as Record<string, unknown> } } : null;
  },
  refusals: ['ADMIN_REQUIRED', 'ALREADY_REQUESTED', 'APPROVAL_NOT_NEEDED'],
  refuse: (model, { by, input: { command, input }, choice }) => {
    if (!isAdmin(by)) return 'ADMIN_REQUIRED';
    const isSame = (one: Request) => one.command === command && isDeepStrictEqual(one.input, input);
    if (requestsIn(model).some((one) => isWaiting(model, one) && isSame(one))) return 'ALREADY_REQUESTED';
    const wanted = protectedNamed(command);
    if (!takesTwo(wanted, model, input)) return 'APPROVAL_NOT_NEEDED';
    return wanted.refuse(model, { by, input, choice });
  },
  call: (_, { by, input, requestId }) => api(by).approvals.request({ ...input, reason: REASON, requestId }),
  accept: ({ model }, { by, input }, { id }) => {
    const made: Request = { ...input, id, by, at: model.now(), state: 'waiting' };
    requestsIn(model).push(made);
    return { expiresAt: new Date(expiryOf(made)).toISOString() };
  },
  keyed: { otherInput: (input) => ({ ...input, command: 'identity.grantAdminRole', input: {} }) },
});

const decision = fc.record({
  who: any,
  which: any,
  sensible: often(6),
  byOther: often(3),
  byAdmin: often(15),
  when: fc.oneof(
    { weight: 14, arbitrary: fc.constant<When>('now') },
    { weight: 1, arbitrary: fc.constantFrom<When>('before', 'at') },
  ),
});
type Decision = typeof decision extends fc.Arbitrary<infer Chosen> ? Chosen : never;

/** Mostly another admin than the one who asked decides, on a request that waits. */
function askDecision(model: Model, { who, which, sensible, byOther, byAdmin }: Decision) {
  const fitting = requestsIn(model).filter((one) => !sensible || isWaiting(model, one));
  const found = pick(fitting, which);
  const deciders = decidersIn(model).filter(({ id }) => !byOther || id !== found?.by.id);
  const by = pick(byAdmin ? deciders : model.people, who);
  return found && by ? { by, input: { id: found.id } } : null;
}

/** Why the caller cannot decide on a request at a moment, or null. */
function refuseDecision(_model: Model, by: Person, found: Request, moment: number): string | null {
  if (!isAdmin(by)) return 'ADMIN_REQUIRED';
  if (found.state !== 'waiting') return 'REQUEST_DECIDED';
  if (moment >= expiryOf(found)) return 'REQUEST_EXPIRED';
  return found.by.id === by.id ? 'OWN_REQUEST' : null;
}

const execute = operation({
  name: 'approvals.execute',
  kind: 'command',
  weight: 34,
  choice: decision,
  ask: askDecision,
  refusals: [
    'ADMIN_REQUIRED',
    'REQUEST_DECIDED',
    'REQUEST_EXPIRED',
    'OWN_REQUEST',
    'ROLE_TOO_NEW',
    'PAID_BY_IT',
    'OWN_PROPERTY',
  ],
  seldom: [
    ...['PAID_BY_IT', 'OWN_PROPERTY', 'ACCOUNT_FROZEN'],
    ...[approve, releaseOne, payLender, takeAdminRole].map(({ name }) => name),
  ],
  refuse: (model, { by, input, choice }) => {
    const found = requestOf(model, input.id);
    const moment = momentOf(model.now(), expiryOf(found), choice.when);
    const refused = refuseDecision(model, by, found, moment);
    if (refused) return refused;
    if (isNewAdmin(model, by, moment)) return 'ROLE_TOO_NEW';
    const carried = protectedNamed(found.command);
    if (carried.approval?.pays?.(model, found.input, by.id)) return 'PAID_BY_IT';
    return carried.refuse(model, { by, input: found.input, choice: null });
  },
  repeats: (model, { by, input }) => {
    const { state, decidedBy } = requestOf(model, input.id);
    return state === 'executed' && decidedBy === by.id && isAdmin(by);
  },
  call: ({ model, clock }, { by, input, choice }) => {
    clock.advance(momentOf(model.now(), expiryOf(requestOf(model, input.id)), choice.when) - model.now());
    return api(provenAt(by, clock.now())).approvals.execute(input);
  },
  outcomes: ['replayed', ...protectedOnes.map(([, { name }]) => name)],
  accept: (world, asked, _, count) => {
    const found = requestOf(world.model, asked.input.id);
    found.state = 'executed';
    found.decidedBy = asked.by.id;
    const carried = { by: asked.by, input: found.input, choice: null, requestId: found.id };
    protectedNamed(found.command).accept(world, carried, null, count);
    count(found.command);
    return { id: found.id, state: 'executed' as const };
  },
});

const decline = operation({
  name: 'approvals.decline',
  kind: 'command',
  weight: 2,
  choice: decision,
  ask: askDecision,
  refusals: ['ADMIN_REQUIRED', 'REQUEST_DECIDED', 'REQUEST_EXPIRED', 'OWN_REQUEST'],
  seldom: ['ADMIN_REQUIRED', 'REQUEST_DECIDED', 'REQUEST_EXPIRED', 'OWN_REQUEST'],
  refuse: (model, { by, input }) => refuseDecision(model, by, requestOf(model, input.id), model.now()),
  call: (_, { by, input }) => api(by).approvals.decline({ ...input, reason: 'The figures are wrong.' }),
  accept: ({ model }, { by, input: { id } }) => {
    Object.assign(requestOf(model, id), { state: 'declined', decidedBy: by.id });
    return { id, state: 'declined' as const };
  },
});

/** Every request has become what the model says; those that wait are withdrawn, since the days come again. */
async function check({ model }: World): Promise<void> {
  const { list } = api(model.admin).approvals;
  const waiting = await allPages((cursor) => list({ limit: 100, ...(cursor && { cursor }) }));
  const history = await allPages((cursor) =>
    list({ view: 'history', limit: 100, ...(cursor && { cursor }) }),
  );
  const found = new Map([...waiting, ...history].map(({ id, state }) => [id, state]));
  for (const one of requestsIn(model)) {
    const expected = one.state === 'waiting' && !isWaiting(model, one) ? 'expired' : one.state;
    expect([one.command, found.get(one.id)]).toEqual([one.command, expected]);
    if (isWaiting(model, one)) await api(one.by).approvals.withdraw({ id: one.id });
  }
}

export const approvals: SliceOperations = { operations: [request, execute, decline], check };
