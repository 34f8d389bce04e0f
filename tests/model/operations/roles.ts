import fc from 'fast-check';
import { revokeAdmin } from '#features/identity/server/index.ts';
import { api, systemOf } from '../../support/actors.ts';
import { any, often } from '../choices.ts';
import { isFrozen } from '../freezes.ts';
import { isAdmin, type Model, pick, type World } from '../model.ts';
import { operation, type SliceOperations } from '../operation.ts';
import { adminsSinceIn } from '../roles.ts';
import { isSamePerson } from '../twins.ts';
import { endAccessOf } from './identity.ts';

const choice = fc.record({ who: any, whom: any, byAdmin: often(9), sensible: often(5) });
type Choice = typeof choice extends fc.Arbitrary<infer Chosen> ? Chosen : never;

const isGranted = (model: Model, userId: string) => adminsSinceIn(model).has(userId);

/** An admin, seldom someone else, changes a person's role, mostly one that can be changed. */
function askChange(model: Model, { who, whom, byAdmin, sensible }: Choice, granted: boolean) {
  const by = byAdmin ? model.admin : pick(model.people, who);
  const fitting = model.people.filter(({ id }) => !sensible || isGranted(model, id) === granted);
  const userId = pick(fitting, whom)?.id;
  return by && userId ? { by, input: { userId, reason: 'The team has changed.' } } : null;
}

export const grantAdminRole = operation({
  name: 'identity.grantAdminRole',
  kind: 'command',
  weight: 2,
  choice,
  approval: {},
  ask: (model, chosen) => askChange(model, chosen, false),
  refusals: ['ADMIN_REQUIRED', 'ALREADY_ADMIN', 'PERSON_FROZEN'],
  seldom: ['ADMIN_REQUIRED', 'ALREADY_ADMIN', 'PERSON_FROZEN'],
  refuse: (model, { by, input: { userId } }) => {
    if (!isAdmin(by)) return 'ADMIN_REQUIRED';
    if (isSamePerson(model, by.id, userId)) return 'OWN_ROLE';
    if (isGranted(model, userId)) return 'ALREADY_ADMIN';
    return isFrozen(model, userId) ? 'PERSON_FROZEN' : null;
  },
  call: (_, { by, input }) => api(by).identity.grantAdminRole(input),
  accept: ({ model }, { input: { userId } }) => {
    adminsSinceIn(model).set(userId, model.now());
    endAccessOf(model, userId);
    return { role: 'admin' as const };
  },
});

export const takeAdminRole = operation({
  name: 'identity.takeAdminRole',
  kind: 'command',
  weight: 1,
  choice,
  approval: {},
  ask: (model, chosen) => askChange(model, chosen, true),
  refusals: ['ADMIN_REQUIRED', 'NOT_ADMIN'],
  seldom: ['ADMIN_REQUIRED', 'NOT_ADMIN', 'APPROVAL_REQUIRED'],
  refuse: (model, { by, input: { userId } }) => {
    if (!isAdmin(by)) return 'ADMIN_REQUIRED';
    if (isSamePerson(model, by.id, userId)) return 'OWN_ROLE';
    return isGranted(model, userId) ? null : 'NOT_ADMIN';
  },
  call: (_, { by, input }) => api(by).identity.takeAdminRole(input),
  accept: ({ model }, { input: { userId } }) => {
    adminsSinceIn(model).delete(userId);
    endAccessOf(model, userId);
    return { role: 'user' as const };
  },
});

/** The next world has its own people, so the admins of this one lose the role. */
async function check({ platform, model }: World): Promise<void> {
  for (const { id, email } of model.people)
    if (isGranted(model, id)) await revokeAdmin(systemOf(platform), { email });
}

export const roles: SliceOperations = { operations: [grantAdminRole, takeAdminRole], check };
