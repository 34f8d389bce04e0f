import { TRPCError } from '@trpc/server';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { commonErrors, DomainError, type ErrorKind, statusOfKind } from '#kernel/errors.ts';
import { domainErrorOf, parseInput, toTrpcError, wireErrorOf } from './error-mapping.ts';

const SECRET = 'select * from users at /srv/app/file.ts';

function databaseError(code: string): Error {
  return new Error(`Failed query: ${SECRET}`, { cause: Object.assign(new Error(SECRET), { code }) });
}

describe('the outside view of an error', () => {
  test.each([
    ['a bug', new Error(SECRET)],
    [
      'a bug in a procedure',
      new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: SECRET, cause: new Error(SECRET) }),
    ],
    ['a database error', databaseError('42P01')],
    ['a broken constraint', databaseError('23514')],
    ['an answer that breaks its contract', z.string().safeParse(1).error],
    [
      'a procedure whose answer breaks its contract',
      new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause: z.string().safeParse(1).error }),
    ],
    ['something thrown that is no error', SECRET],
    ['nothing', undefined],
  ])('%s is a 500 that says nothing of itself', (_, error) => {
    const wire = wireErrorOf(error);
    expect(wire).toMatchObject({ status: 500, code: 'INTERNAL', issues: [] });
    expect(JSON.stringify(wire)).not.toContain('users');
    expect(wire.message).not.toMatch(/nothing/i);
    expect(domainErrorOf(error)).toBeNull();
  });

  test.each(['08006', '53300', '57P01', '55P03', '40001', '40P01', '58030', '25006'])(
    'the passing database error %s is a 503 to try again',
    (code) => {
      expect(wireErrorOf(databaseError(code))).toMatchObject({
        status: 503,
        code: 'UNAVAILABLE',
        retryAfterSeconds: 1,
      });
    },
  );

  test.each(['57014', '25P03'])(
    'work that the database ended for its time (%s) is a 503 that says so',
    (code) => {
      expect(wireErrorOf(databaseError(code))).toMatchObject({
        status: 503,
        code: 'TOOK_TOO_LONG',
        retryAfterSeconds: 1,
      });
    },
  );

  test('a full disk is a 503 that says so, and asks for more patience', () => {
    const wire = wireErrorOf(databaseError('53100'));
    expect(wire).toMatchObject({ status: 503, code: 'NO_ROOM', retryAfterSeconds: 30 });
  });

  test.each(['CONNECTION_CLOSED', 'CONNECT_TIMEOUT', 'ACQUIRE_TIMEOUT', 'ANSWER_TIMEOUT', 'ECONNREFUSED'])(
    'a lost connection (%s) is a 503',
    (code) => {
      const wire = wireErrorOf(databaseError(code));
      expect(wire.status).toBe(503);
      expect(JSON.stringify(wire)).not.toContain('users');
      expect(wire.message).not.toMatch(/nothing/i);
    },
  );

  test('every kind of refusal has its status, over REST and over tRPC', () => {
    for (const [kind, status] of Object.entries(statusOfKind)) {
      const error = new DomainError({ code: 'X', kind: kind as ErrorKind, message: 'Refused.' });
      expect(wireErrorOf(error)).toMatchObject({ status, message: 'Refused.' });
      expect(wireErrorOf(toTrpcError(error))).toMatchObject({ status, code: 'X', message: 'Refused.' });
    }
  });

  test.each([
    ['NOT_FOUND', 404],
    ['METHOD_NOT_SUPPORTED', 405],
    ['PAYLOAD_TOO_LARGE', 413],
    ['UNSUPPORTED_MEDIA_TYPE', 400],
    ['PARSE_ERROR', 400],
    ['BAD_REQUEST', 400],
  ] as const)('%s of tRPC is %d', (code, status) => {
    expect(wireErrorOf(new TRPCError({ code, message: SECRET }))).toMatchObject({ status });
    expect(JSON.stringify(wireErrorOf(new TRPCError({ code, message: SECRET })))).not.toContain('users');
  });
});

describe('malformed input', () => {
  const schema = z.strictObject({ shares: z.int(), owner: z.object({ name: z.string() }) });
  const refusal = (by: z.ZodType, input: unknown): DomainError => {
    try {
      parseInput(by, input);
    } catch (error) {
      return error as DomainError;
    }
    throw new Error('The input was accepted.');
  };
  const refusalOf = (input: unknown) => refusal(schema, input);

  test('names every field with its path, the first one in the message', () => {
    const { code, issues, message } = refusalOf({ shares: 'x', owner: { name: 1 } });
    expect(code).toBe(commonErrors.MALFORMED.code);
    expect(issues.map(({ path }) => path)).toEqual(['shares', 'owner.name']);
    expect(message.startsWith('shares: ')).toBe(true);
  });

  test.each([
    [z.number(), undefined, 'Missing. It has to be a number.'],
    [z.int(), 1.5, 'It has to be a whole number.'],
    [z.string('Give the token a name'), undefined, 'Give the token a name'],
    [z.string().min(2, 'Two letters at least'), 'a', 'Two letters at least'],
  ])('says in plain words which type is expected, unless the schema does', (field, value, expected) => {
    const wire = wireErrorOf(refusal(z.object({ field }), { field: value }));
    expect(wire.message).toBe(`field: ${expected}`);
  });

  test('has the same message and fields through tRPC', () => {
    const { message, issues } = refusalOf({ shares: 1 });
    const wire = wireErrorOf(toTrpcError(toTrpcError(refusalOf({ shares: 1 }))));
    expect(wire).toMatchObject({ status: 400, message, issues });
  });
});
