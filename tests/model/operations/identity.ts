import fc from 'fast-check';
import { api, type Person } from '../../support/actors.ts';
import { type Model, part, pick } from '../model.ts';
import { operation, type SliceOperations } from '../operation.ts';

interface Token {
  id: string;
  by: Person;
  revoked: boolean;
}

const tokensIn = part<Token[]>(() => []);

/** People whose sessions have ended. */
const signedOutIn = part<Set<string>>(() => new Set());

/** Ends the access tokens and sessions of someone whose role changes. */
export function endAccessOf(model: Model, userId: string): void {
  signedOutIn(model).add(userId);
  for (const token of tokensIn(model)) if (token.by.id === userId) token.revoked = true;
}

const rename = operation({
  name: 'identity.updateProfile',
  kind: 'command',
  weight: 1,
  choice: fc.record({ who: fc.nat(1_000), firstName: fc.constantFrom('Ada', 'Grace', 'Zoë') }),
  ask: (model, { who, firstName }) => {
    const by = pick(model.people, who);
    return by ? { by, input: { firstName, lastName: 'Quill' } } : null;
  },
  refusals: [],
  seldom: ['ACCOUNT_FROZEN'],
  refuse: () => null,
  call: (_, { by, input }) => api(by).identity.updateProfile(input),
  accept: (_, { by, input }) => ({ id: by.id, ...input }),
});

const createToken = operation({
  name: 'identity.createToken',
  kind: 'command',
  weight: 2,
  choice: fc.record({ who: fc.nat(1_000), scope: fc.constantFrom('read' as const, 'write' as const) }),
  ask: (model, { who, scope }) => {
    const signedIn = model.people.filter(({ id }) => !signedOutIn(model).has(id));
    const by = pick(signedIn, who);
    return by ? { by, input: { name: 'script', scope, expiresInDays: null } } : null;
  },
  refusals: [],
  seldom: ['CONFIRM_IDENTITY'],
  refuse: () => null,
  needsProof: ({ scope }) => scope === 'write',
  call: (_, { by, input }) => api(by).identity.createToken(input),
  accept: ({ model }, { by, input }, { id }) => {
    tokensIn(model).push({ id, by, revoked: false });
    return { scope: input.scope };
  },
});

const revokeToken = operation({
  name: 'identity.revokeToken',
  kind: 'command',
  whileFrozen: true,
  weight: 1,
  choice: fc.record({ who: fc.nat(1_000), which: fc.nat(1_000) }),
  ask: (model, { who, which }) => {
    const token = pick(tokensIn(model), which);
    const by = who % 2 === 0 ? token?.by : pick(model.people, who);
    return token && by && !signedOutIn(model).has(by.id) ? { by, input: token } : null;
  },
  refusals: ['NOT_FOUND'],
  refuse: (_, { by, input }) => (input.revoked || input.by.id !== by.id ? 'NOT_FOUND' : null),
  call: (_, { by, input }) => api(by).identity.revokeToken({ id: input.id }),
  accept: (_, { input }) => {
    input.revoked = true;
    return { revoked: true as const };
  },
});

export const identity: SliceOperations = { operations: [rename, createToken, revokeToken] };
