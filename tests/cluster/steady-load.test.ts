import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { RETRY_MS } from './changes.ts';
import type { ClusterScene } from './scene.ts';
import { steadyLoad } from './steady-load.ts';

const market = { propertyId: 1, sellerSecret: 'seller', buyerSecret: 'buyer' };
const scene: Pick<ClusterScene, 'load' | 'markets'> = {
  load: { propertyId: 2, secrets: ['one', 'two'] },
  markets: { listings: market, bids: market },
};
const statement = { id: '1:2031-q1', expectedNetCents: 1, preparedAt: '2031-04-01T00:00:00.000Z' };

test('people who are abandoned send nothing more, although nothing of theirs was ever answered', async () => {
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    response.writeHead(503).end('{}');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
  });
  await once(server, 'listening');
  let paying = 0;
  const load = steadyLoad({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    scene,
    sessions: { admin: 'admin', reader: 'reader' },
    statements: [statement],
    async pay(_, approval) {
      paying += 1;
      while (approval() !== 'failed') await sleep(10);
      paying -= 1;
    },
  });
  await eventually(() => requests > 30 && paying === 1, { what: 'all are at work' });
  await load.abandon();
  const sent = requests;
  await sleep(3 * RETRY_MS);
  expect({ requests, paying }).toEqual({ requests: sent, paying: 0 });
});
