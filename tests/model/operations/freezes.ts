import fc from 'fast-check';
import { expect } from 'vitest';
import { api, type Person } from '../../support/actors.ts';
import { any, often } from '../choices.ts';
import { expectsPayout } from '../distributions.ts';
import { frozenIn, isFrozen } from '../freezes.ts';
import { isAdmin, type Model, pick, type World } from '../model.ts';
import { operation, type SliceOperations } from '../operation.ts';
import { isSamePerson } from '../twins.ts';
import { closeOrdersOf } from './resale.ts';
import { holdWithdrawalsOf } from './wallet.ts';

const NOBODY = 'nobody';
const REASON = 'Your bank reported a payment as stolen.';

const choice = fc.record({
  who: any,
  byAdmin: often(9),
  sensible: often(5),
  awaiting: fc.boolean(),
  whom: fc.oneof(
    { weight: 12, arbitrary: fc.constant('person' as const) },
    { weight: 1, arbitrary: fc.constantFrom('admin' as const, 'nobody' as const) },
  ),
});
type Choice = typeof choice extends fc.Arbitrary<infer Chosen> ? Chosen : never;

/** An admin, seldom someone else, freezes or releases an account, mostly one that fits. */
function askFreeze(
  model: Model,
  { who, byAdmin, sensible, whom }: Choice,
  fits: (person: Person) => boolean,
): { by: Person; input: { userId: string } } | null {
  const by = byAdmin ? model.admin : pick(model.people, who);
  const fitting = model.people.filter((one) => !sensible || fits(one));
  const person = pick(fitting, who)?.id;
  const userId = { person, admin: model.admin.id, nobody: NOBODY }[whom];
  return by && userId ? { by, input: { userId } } : null;
}

const isAwaiting = (model: Model, userId: string) => !isFrozen(model, userId) && expectsPayout(model, userId);

const freezeAccount = operation({
  name: 'freezes.freezeAccount',
  kind: 'command',
  weight: 5,
  choice,
  ask: (model, chosen) => {
    // Often the account of someone with income to come, so that payments into frozen accounts occur.
    const awaited = model.people.some(({ id }) => isAwaiting(model, id));
    const fits = awaited && chosen.awaiting ? isAwaiting : (_: Model, id: string) => !isFrozen(model, id);
    return askFreeze(model, chosen, ({ id }) => fits(model, id));
  },
  refusals: ['ADMIN_REQUIRED', 'OWN_ACCOUNT', 'NOT_FOUND', 'ALREADY_FROZEN'],
  seldom: ['ALREADY_FROZEN'],
  refuse: (model, { by, input: { userId } }) => {
    if (!isAdmin(by)) return 'ADMIN_REQUIRED';
    if (isSamePerson(model, userId, by.id)) return 'OWN_ACCOUNT';
    if (userId === NOBODY) return 'NOT_FOUND';
    return isFrozen(model, userId) ? 'ALREADY_FROZEN' : null;
  },
  call: (_, { by, input }) => api(by).freezes.freezeAccount({ ...input, reason: REASON }),
  outcomes: ['closed orders', 'held withdrawals'],
  accept: (world, { input: { userId } }, _, count) => {
    frozenIn(world.model).add(userId);
    if (closeOrdersOf(world, userId) > 0) count('closed orders');
    if (holdWithdrawalsOf(world.model, userId) > 0) count('held withdrawals');
    return { frozen: true as const };
  },
});

export const unfreezeAccount = operation({
  name: 'freezes.unfreezeAccount',
  kind: 'command',
  weight: 10,
  choice,
  ask: (model, chosen) => {
    const asked = askFreeze(model, chosen, ({ id }) => isFrozen(model, id));
    return asked && { ...asked, input: { ...asked.input, reason: REASON } };
  },
  approval: {},
  refusals: ['ADMIN_REQUIRED', 'OWN_ACCOUNT', 'NOT_FROZEN'],
  refuse: (model, { by, input: { userId } }) => {
    if (!isAdmin(by)) return 'ADMIN_REQUIRED';
    if (isSamePerson(model, userId, by.id)) return 'OWN_ACCOUNT';
    return isFrozen(model, userId) ? null : 'NOT_FROZEN';
  },
  call: (_, { by, input }) => api(by).freezes.unfreezeAccount(input),
  accept: ({ model }, { input: { userId } }) => {
    frozenIn(model).delete(userId);
    return { frozen: false as const };
  },
});

/** Everyone sees whether their own account is frozen, and why. */
async function check({ model }: World): Promise<void> {
  for (const person of model.people) {
    const me = await api(person).identity.me();
    expect(me?.frozen?.reason ?? null).toBe(isFrozen(model, person.id) ? REASON : null);
  }
}

export const freezes: SliceOperations = { operations: [freezeAccount, unfreezeAccount], check };
