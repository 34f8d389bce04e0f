import { beforeEach, describe, expect, test } from 'vitest';
import { requestIdOf } from './request-id.ts';
import { clearStored } from './session-store.ts';

beforeEach(clearStored);

describe('the id of a confirmed intent', () => {
  test('stays the same across retries and remounts', () => {
    const first = requestIdOf('wallet.deposit:50000').current();
    expect(requestIdOf('wallet.deposit:50000').current()).toBe(first);
  });

  test('is another one when the intent changes, and the first is still known after going back', () => {
    const first = requestIdOf('wallet.deposit:50000').current();
    expect(requestIdOf('wallet.deposit:60000').current()).not.toBe(first);
    expect(requestIdOf('wallet.deposit:50000').current()).toBe(first);
  });

  test('is renewed after a success', () => {
    const request = requestIdOf('wallet.deposit:50000');
    const first = request.current();
    request.renew();
    expect(request.current()).not.toBe(first);
  });
});
