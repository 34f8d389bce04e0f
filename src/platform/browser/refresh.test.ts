import { beforeEach, expect, test } from 'vitest';
import { EVENTS_HEADER } from '#kernel/answer-headers.ts';
import { queryClient } from './query-client.ts';
import { refreshBy, staleAfter } from './refresh.ts';
import { mutationEnded } from './trpc.ts';

const decided = 'valuations.rejected';
const decision = { type: decided, propertyId: null };
const person = 'valuations.list';
const admin = 'backOffice.waiting';

beforeEach(() => {
  queryClient.clear();
  refreshBy({ [decided]: { everyone: ['properties'], person: [person], admin: [admin] } });
  for (const path of [person, admin]) queryClient.setQueryData([path.split('.')], 'loaded');
});

const isStale = (path: string) => queryClient.getQueryState([path.split('.')])?.isInvalidated;

/** The answer to a decision of this transaction. */
function decide(transaction: string, mine: boolean) {
  const events = [{ transaction, type: decided, mine, isBroadcast: false }];
  mutationEnded({
    slice: 'valuations',
    header: (name) => (name === EVENTS_HEADER ? JSON.stringify(events) : null),
  });
}

test("an admin's decision on the matter of another refreshes what admins see, once", () => {
  decide('41', false);
  expect([isStale(person), isStale(admin)]).toEqual([false, true]);
  expect(staleAfter('41-1', { ...decision, mine: false })).toEqual([]);
});

test('the decision of another admin refreshes what admins see, and for the person whom it names also their own', () => {
  decide('42', false);
  expect(staleAfter('43-1', { ...decision, mine: false })).toEqual([admin]);
  expect(staleAfter('43-1', { ...decision, mine: true })).toEqual([person, admin]);
});

test("an admin's command on their own matter refreshes what they see of it as a person and as an admin", () => {
  decide('44', true);
  expect([isStale(person), isStale(admin)]).toEqual([true, true]);
});
