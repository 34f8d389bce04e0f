import { beforeEach, expect, test, vi } from 'vitest';
import type { LiveEvent } from '#kernel/events.ts';
import { compareIds, relayedEvents, type StreamedEvent } from './relayed-events.ts';

const change = {
  type: 'identity.profileUpdated',
  propertyId: null,
  mine: true,
  operation: 'one',
} as LiveEvent;
const event = (id: string): StreamedEvent => ({ id, change });
const idsOf = (events: StreamedEvent[] | null) => events?.map(({ id }) => id) ?? null;

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

test('ids are compared as numbers, by position and then by ordinal', () => {
  const ids = ['10-1', '9-999999', '9-2', '9-10'];
  expect(ids.toSorted(compareIds)).toEqual(['9-2', '9-10', '9-999999', '10-1']);
  expect(compareIds('9-2', '9-2')).toBe(0);
});

test('a tab gets the events after the one it was loaded after, and all when it does not know that one', () => {
  const relayed = relayedEvents('5-0');
  for (const id of ['6-0', '7-1', '7-2']) relayed.add(event(id));
  expect(idsOf(relayed.after('7-1'))).toEqual(['7-2']);
  expect(idsOf(relayed.after('5-0'))).toEqual(['6-0', '7-1', '7-2']);
  expect(idsOf(relayed.after(null))).toEqual(['6-0', '7-1', '7-2']);
});

test('a tab that was loaded before the oldest known event gets null, and not an empty list', () => {
  expect(relayedEvents('5-0').after('4-0')).toBeNull();
  expect(relayedEvents(null).after('4-0')).toBeNull();
});

test('events are dropped after 20 seconds, and a tab that lacks a dropped one gets null', () => {
  const relayed = relayedEvents('5-0');
  relayed.add(event('6-0'));
  vi.advanceTimersByTime(15_000);
  relayed.add(event('7-0'));
  expect(relayed.has(event('6-0'))).toBe(true);
  vi.advanceTimersByTime(6_000);
  expect(relayed.has(event('6-0'))).toBe(false);
  relayed.add(event('8-0'));
  expect(relayed.after('5-0')).toBeNull();
  expect(idsOf(relayed.after('6-0'))).toEqual(['7-0', '8-0']);
});
