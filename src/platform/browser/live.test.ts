import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listenOnce } from './live.tsx';
import type { StreamedEvent } from './relayed-events.ts';

/** The last stream that was opened, as the server answers it. */
let stream: FakeStream;
class FakeStream extends EventTarget {
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    stream = this;
  }
  close(): void {}
  send(type: string, message: { lastEventId?: string; data?: string } = {}): void {
    this.dispatchEvent(Object.assign(new Event(type), message));
  }
}

const change = JSON.stringify({
  type: 'identity.profileUpdated',
  propertyId: null,
  mine: true,
  operation: 'one',
});
const startOf = ({ url }: FakeStream) =>
  JSON.parse(new URL(url, 'http://here').searchParams.get('input') ?? '').lastEventId;

const onMessage = vi.fn((message: StreamedEvent | string) => {
  if (typeof message === 'object') last.id = message.id;
});
let last: { id: string | null };
let stop: AbortController;
beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', FakeStream);
  // Without locks, this tab listens for itself.
  vi.stubGlobal('navigator', {});
  last = { id: '7-0' };
  stop = new AbortController();
  listenOnce({ signal: stop.signal, last, onMessage, recheckSession: () => undefined });
  await vi.advanceTimersByTimeAsync(0);
  stream.send('connected');
});
afterEach(() => {
  stop.abort();
  onMessage.mockClear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const reconnected = async () => {
  await vi.advanceTimersByTimeAsync(1_000);
  stream.send('connected');
};

test('a stream continues after the last event, and nothing was missed', async () => {
  expect(startOf(stream)).toBe('7-0');
  stream.send('message', { lastEventId: '8-0', data: change });
  stream.send('error');
  await reconnected();
  expect(startOf(stream)).toBe('8-0');
  expect(onMessage).not.toHaveBeenCalledWith('missed');
});

test('events of a restored backup, whose ids are used again, are preceded by a full refresh, once', () => {
  for (const id of ['6-0', '6-1']) stream.send('message', { lastEventId: id, data: change });
  expect(
    onMessage.mock.calls.map(([message]) => (typeof message === 'object' ? message.id : message)),
  ).toEqual(['missed', '6-0', '6-1']);
});

test('a stream that the server ends at once without an event begins anew, with a full refresh', async () => {
  stream.send('return');
  await reconnected();
  expect([startOf(stream), last.id]).toEqual([undefined, null]);
  expect(onMessage).toHaveBeenCalledWith('missed');
});

test('a stream that ends after a while continues where it was', async () => {
  await vi.advanceTimersByTimeAsync(60_000);
  stream.send('return');
  await reconnected();
  expect(startOf(stream)).toBe('7-0');
  expect(onMessage).not.toHaveBeenCalledWith('missed');
});
