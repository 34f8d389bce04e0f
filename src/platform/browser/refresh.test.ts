import { beforeEach, expect, test } from 'vitest';
import { EVENTS_HEADER } from '#kernel/answer-headers.ts';
import { queryClient } from './query-client.ts';
import { refreshBy, staleAfter } from './refresh.ts';
import { mutationEnded } from './trpc.ts';

const decided = 'valuations.rejected';
const decision = { type: decided, propertyId: null };
const person = 'valuations.list';
const admin = 'backOffice.waiting';
const saved = 'distributions.draftSaved';
const draft = 'distributions.monthDraft';

beforeEach(() => {
  queryClient.clear();
  refreshBy({
    [decided]: { broadcast: ['properties'], person: [person], admin: [admin] },
    [saved]: { answered: [draft] },
  });
  for (const path of [person, admin, draft]) queryClient.setQueryData([path.split('.')], 'loaded');
});

const isStale = (path: string) => queryClient.getQueryState([path.split('.')])?.isInvalidated;

/** The answer to a command that emitted this event by this operation. */
function answer(operation: string, type: string, mine: boolean) {
  const events = [{ operation, type, mine, isBroadcast: false }];
  mutationEnded({
    slice: type.slice(0, type.indexOf('.')),
    header: (name) => (name === EVENTS_HEADER ? JSON.stringify(events) : null),
  });
}
const decide = (operation: string, mine: boolean) => answer(operation, decided, mine);

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

test('a command whose answer has the news refreshes the other screens of its sender, and that one only when it fails', () => {
  answer('45', saved, true);
  expect(isStale(draft)).toBe(false);
  expect(staleAfter({ type: saved, propertyId: null, mine: true, operation: '45' })).toEqual([]);
  expect(staleAfter({ type: saved, propertyId: null, mine: true, operation: '46' })).toEqual([draft]);
  mutationEnded({ slice: 'distributions', header: () => null, error: { data: { httpStatus: 409 } } });
  expect(isStale(draft)).toBe(true);
});
