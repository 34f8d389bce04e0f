import { expect, test } from 'vitest';
import { EMAIL_PATTERN, maskedName } from './person.ts';
import { email } from './schemas.ts';

test.each(['ada@example.com', 'a@b.c', 'a.b_c@b-1.c', "o'neill+1@mail.example.co.uk", 'ä@ö.de'])(
  '%j is an email',
  (typed) => {
    expect(EMAIL_PATTERN.test(typed)).toBe(true);
  },
);

test.each([
  ...['', 'ada', 'ada@', '@example.com', 'ada@example', 'a@.b', 'a@b.', 'a@b@c.d', 'a b@c.d', 'a@b .c'],
  ...[
    'a@b..c',
    'a@b.c.',
    'a..b@c.d',
    '.a@b.c',
    '"a"@b.c',
    'a(x)@b.c',
    'x,a@b.c',
    'x;a@b.c',
    'a<x@b.c>',
    'a@[::1].c',
  ],
])('%j is none', (typed) => {
  expect(EMAIL_PATTERN.test(typed)).toBe(false);
});

test.each([
  ['Ada@Example.COM', 'ada@example.com'],
  ['ada@b\u00fccher.example', 'ada@xn--bcher-kva.example'],
  ['ada@bu\u0308cher.example', 'ada@xn--bcher-kva.example'],
  ['ada@\uff45xample.com', 'ada@example.com'],
  ['ad\u00e9@example.com', 'ad\u00e9@example.com'],
  ['ade\u0301@example.com', 'ad\u00e9@example.com'],
])('%j becomes %j, so that one mailbox has one account', (typed, normalized) => {
  expect(email.parse(typed)).toBe(normalized);
  expect(email.parse(normalized)).toBe(normalized);
});

test.each(['ada@1.2', 'ada@127.0.0.1', 'ada@0x7f.1', 'ada@xn--a.b\u200d-'])('%j has no domain', (typed) => {
  expect(email.safeParse(typed).success).toBe(false);
});

test('an address of a megabyte is refused by reading it once', () => {
  for (const text of ['.', 'a.', 'a', '-'].map((part) => part.repeat(1_000_000)))
    for (const typed of [`a@${text}@`, `${text}@`]) expect(EMAIL_PATTERN.test(typed)).toBe(false);
  expect(email.safeParse(`a@${'.'.repeat(1_000_000)}@`).success).toBe(false);
  const letters = Array.from({ length: 20_000 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('');
  expect(email.safeParse(`a@${letters.repeat(4)}.example`).success).toBe(false);
});

test('masks a name', () => {
  expect(maskedName({ firstName: 'Ana', lastName: 'pereira' })).toBe('Ana P.');
  expect(maskedName({ firstName: 'Ana', lastName: '' })).toBe('Ana');
});
