import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { trpc } from '#platform/browser/trpc.ts';
import { screenMarkup } from '#tests/support/screen-markup.tsx';
import type { UserDetails } from '../back-office.contract.ts';
import { userOptions } from './admin-queries.ts';
import { UserScreen } from './user-screen.tsx';

const at = '2026-11-03T12:00:00.000Z';
const user: UserDetails = {
  ...{ id: 'ada', name: 'Ada Quill', email: 'ada@example.test', availableCents: 0, createdAt: at },
  ...{ role: 'user', verified: true, emailConfirmed: true, frozen: null, closedAt: null, adminSince: null },
  ...{ kyc: 'approved', sessions: [] },
  balances: { availableCents: 0, withdrawingCents: 0, biddingCents: 0, shares: 0, properties: 0 },
  signIn: {
    ...{ password: true, secondFactorSince: at, recoveryCodesLeft: 8 },
    ...{ passkeys: 0, provider: false, accessTokens: 0 },
  },
};
const frozen = { by: 'Sample Admin', since: at, reason: 'A payment was stolen.' };

function shown(changed: Partial<UserDetails>, requested?: string) {
  const client = new QueryClient();
  client.setQueryData(userOptions('ada').queryKey, { ...user, ...changed });
  const request = {
    ...{ id: 'request', command: requested ?? '', subject: 'user:ada', title: 'A change', facts: [] },
    ...{ input: [], path: '/admin-users/ada', reason: 'The office changes.', state: 'waiting' as const },
    ...{ requestedBy: { id: 'admin', name: 'Sample Admin' }, requestedAt: at, expiresAt: at },
    ...{ executableAt: null, decision: null },
  };
  const items = requested === undefined ? [] : [request];
  client.setQueryData(trpc.approvals.list.queryKey({ limit: 100 }), { items, nextCursor: null });
  return screenMarkup(<UserScreen userId="ada" />, client);
}

test('a frozen person is not offered as an admin, and an admin who is frozen can lose the role', () => {
  expect(shown({})).toContain('Make admin');
  const markup = shown({ frozen });
  expect(markup).not.toContain('Make admin');
  expect(markup).toContain('A frozen account cannot be made an admin.');
  expect(shown({ frozen, role: 'admin', adminSince: at })).toContain('Remove admin role');
});

test.each([
  ['identity.grantAdminRole', 'Make admin', {}],
  ['identity.resetSecondFactor', 'Remove lost authenticator app', {}],
  ['freezes.unfreezeAccount', 'Unfreeze account', { frozen }],
])('%s is not offered again while it waits for another admin', (command, button, changed) => {
  expect(shown(changed)).toContain(button);
  expect(shown(changed, command)).not.toContain(button);
});
