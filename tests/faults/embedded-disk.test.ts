import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { newKey, PASSWORD } from '../support/actors.ts';
import { killServers } from '../support/built-server.ts';
import { eventually } from '../support/eventually.ts';
import { testClient } from '../support/server.ts';
import { size } from '../support/sizes.ts';
import { mountSmallDisk } from '../support/small-disk.ts';
import { startServer } from './server-process.ts';

const home = mkdtempSync(join(tmpdir(), 'commonhold-disk-'));
mkdirSync(join(home, 'beside'));
const disk = mountSmallDisk(join(home, 'beside'), 400);
afterEach(() => killServers());
afterAll(() => {
  disk?.remove();
  rmSync(home, { recursive: true });
});

describe.runIf(disk !== null)('a server whose disk fills up under its embedded database', () => {
  test('takes no changes, says when to try again, reads on, and recovers alone', async () => {
    const server = await startServer({ DATA_DIR: join(disk?.folder ?? '', 'data'), MIN_FREE_DISK_MB: '50' });
    const client = testClient(server.url);
    const person = { email: 'ada@example.test', password: PASSWORD, firstName: 'Ada', lastName: 'Quill' };
    expect((await client.post('/api/auth/sign-up', person)).status).toBe(201);
    const key = newKey();
    const deposit = () => client.post('/api/wallet/deposits', { amount: '5.00' }, { 'idempotency-key': key });
    for (let round = 0; round < size('databaseFaults'); round += 1) {
      disk?.fill(40);
      const refused = await eventually(
        async () => {
          const answer = await deposit();
          return answer.status === 503 && answer;
        },
        { what: 'the guard has noticed' },
      );
      expect([refused.json.code, refused.headers.get('retry-after')]).toEqual(['NO_ROOM', '30']);
      for (const path of ['/api/properties', '/api/auth/user', '/readyz']) {
        expect([path, (await client.get(path)).status]).toEqual([path, 200]);
      }
      disk?.empty();
      await eventually(async () => (await deposit()).status === 201, { what: 'it recovers' });
    }
    expect((await deposit()).headers.get('idempotent-replayed')).toBe('true');
    await server.stop();
  });
});
