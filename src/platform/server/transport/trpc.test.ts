import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Platform } from '../runtime/platform.ts';
import { visitor } from '../security/caller.ts';
import { createCallerFactory, parseSynchronously, publicProcedure, router } from './trpc.ts';

const page = parseSynchronously(z.object({ items: z.array(z.object({ id: z.int() })) }));

const answering = (answer: unknown) => {
  const procedures = router({ list: publicProcedure.output(page).query(() => answer as never) });
  const platform = {
    replicas: null,
    limits: { consume: async () => undefined },
    metrics: { startProcedure: () => () => undefined },
    reportFailure: () => undefined,
  } as unknown as Platform;
  const caller = { actor: visitor, address: 'local', secure: false, userAgent: '' };
  return createCallerFactory(procedures)({
    platform,
    caller,
    responseHeaders: new Headers(),
    cookies: '',
  }).list();
};

test('a schema that is parsed at once leaves out unlisted fields', async () => {
  const stored = { id: 1, passwordHash: 'canary' };
  expect(await answering({ items: [stored], secret: 'canary' })).toEqual({ items: [{ id: 1 }] });
});

test('a schema that is parsed at once lets no answer out that breaks it', async () => {
  await expect(answering({ items: [{ id: 'one' }] })).rejects.toThrow();
});
