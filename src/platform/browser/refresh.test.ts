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

/** The answer to a decision by this operation. */
function decide(operation: string, mine: boolean) {
  const events = [{ operation, type: decided, mine, isBroadcast: false }];
  mutationEnded({
    slice: 'valuations',
    header: (name) => (name === EVENTS_HEADER ? JSON.stringify(events) : null),
  });
}

test("an admin's decision on the matter of another refreshes what admins see, once", () => {
  decide('41', false);
  expect([isStale(person), isStale(admin)]).toEqual([false, true]);
  expect(staleAfter({ ...decision, mine: false, operation: '41' })).toEqual([]);
});

test('the decision of another admin refreshes what admins see, and for the person whom it names also their own', () => {
  decide('42', false);
  expect(staleAfter({ ...decision, mine: false, operation: '43' })).toEqual([admin]);
  expect(staleAfter({ ...decision, mine: true, operation: '43' })).toEqual([person, admin]);
});

test("an admin's command on their own matter refreshes what they see of it as a person and as an admin", () => {
  decide('44', true);
  expect([isStale(person), isStale(admin)]).toEqual([true, true]);
});
