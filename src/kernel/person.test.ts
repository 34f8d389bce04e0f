import { expect, test } from 'vitest';
import { EMAIL_PATTERN } from './person.ts';
import { email } from './schemas.ts';

test.each(['ada@example.com', 'a@b.c', 'a@..b', "o'neill+1@mail.example.co.uk", 'ä@ö.de', 'a@b..c'])(
  '%j is an email',
  (typed) => {
    expect(EMAIL_PATTERN.test(typed)).toBe(true);
  },
);

test.each(['', 'ada', 'ada@', '@example.com', 'ada@example', 'a@.b', 'a@b.', 'a@b@c.d', 'a b@c.d', 'a@b .c'])(
  '%j is none',
  (typed) => {
    expect(EMAIL_PATTERN.test(typed)).toBe(false);
  },
);

test('an address of a megabyte is refused by reading it once', () => {
  expect(email.safeParse(`a@${'.'.repeat(1_000_000)}@`).success).toBe(false);
});
