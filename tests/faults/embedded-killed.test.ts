import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { openEmbedded } from '#platform/server/adapters/database/database.ts';
import { PASSWORD } from '../support/actors.ts';
import { killServers } from '../support/built-server.ts';
import { expectBooksBalance } from '../support/checks.ts';
import { testClient } from '../support/server.ts';
import { size } from '../support/sizes.ts';
import { killAndRestart, useTemporaryFolder, withDatabase } from './kill-and-restart.ts';
import { startServer } from './server-process.ts';

const EMBEDDED_UNDER_LOAD = Math.ceil(size('embeddedKills') / 2);
const EMBEDDED_AT_FIRST = Math.floor(size('embeddedKills') / 2);

describe('a server on the embedded database that is killed', () => {
  const home = useTemporaryFolder();

  test(`under load, ${EMBEDDED_UNDER_LOAD} times: acknowledged stays, the rest happens once or not at all`, async () => {
    await killAndRestart(() => openEmbedded(home()), { DATA_DIR: home() }, EMBEDDED_UNDER_LOAD);
  });

  test(`${EMBEDDED_AT_FIRST} times during its first start: the next start is ready and works`, async () => {
    const first = await startServer({ DATA_DIR: join(home(), 'undisturbed') });
    await first.stop();
    for (let round = 0; round < EMBEDDED_AT_FIRST; round += 1) {
      const settings = { DATA_DIR: join(home(), `round-${round}`) };
      const starting = startServer(settings).catch(() => null);
      await sleep((first.readyAfterMs * (round + 0.5)) / EMBEDDED_AT_FIRST);
      await killServers();
      await starting;
      const next = await startServer(settings);
      const person = { email: 'ada@example.test', password: PASSWORD, firstName: 'Ada', lastName: 'Quill' };
      expect((await testClient(next.url).post('/api/auth/sign-up', person)).status).toBe(201);
      await next.stop();
      await withDatabase(() => openEmbedded(settings.DATA_DIR), expectBooksBalance);
      rmSync(settings.DATA_DIR, { recursive: true });
    }
  });

  test(`${size('secondOpeners')} times a second process on its folder is refused, naming it, the first continues, and a killed one is taken over from`, async () => {
    let holder = await startServer({ DATA_DIR: home() });
    for (let round = 1; round <= size('secondOpeners'); round += 1) {
      await expect(startServer({ DATA_DIR: home() })).rejects.toThrow(`in use by process ${holder.pid}`);
      expect((await fetch(`${holder.url}/readyz`)).status).toBe(200);
      await holder.kill9();
      holder = await startServer({ DATA_DIR: home() });
    }
  });
});
