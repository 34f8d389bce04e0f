import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accounts, balanceOf } from '#features/ledger/server/index.ts';
import { expectBooksBalance } from '../support/checks.ts';
import { size } from '../support/sizes.ts';
import { invest, type Request, send } from './requests.ts';
import { buyersIn, offer, type Scene, startScene } from './scene.ts';

const ROUNDS = size('hotSales');
const BUYERS = 2_000;
const SHARES = 1_000;

let scene: Scene;
beforeAll(async () => {
  scene = await startScene();
});
afterAll(() => scene.close());

test(`a hot sale, ${ROUNDS} times: ${BUYERS} buyers at once for ${SHARES} shares on two servers; exactly ${SHARES} are sold, one to each, and everyone gets an answer`, async () => {
  const { db } = scene.product.platform;
  const buyers = await buyersIn(scene, BUYERS, 10_000_000);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { id } = await offer(scene, SHARES, 10_000);
    const started = performance.now();
    const answers = await Promise.all(
      buyers.map((by, at) => {
        const request: Request = {
          kind: invest,
          input: { propertyId: id, shares: 1 },
          key: randomUUID(),
          by,
          over: at % 4 < 2 ? 'trpc' : 'rest',
          with: at % 8 < 4 ? 'token' : 'cookie',
        };
        return send(scene.servers[at % 2]?.url ?? '', request);
      }),
    );
    console.info(`round ${round}: all answered after ${Math.round(performance.now() - started)} ms`);
    const sold = answers.filter(({ code }) => code === null);
    const refused = answers.filter(({ code }) => code !== null);
    expect(new Set(refused.map(({ status, code }) => `${status} ${code}`))).toEqual(
      new Set(['409 NOT_ENOUGH_SHARES']),
    );
    expect([sold.length, refused.length]).toEqual([SHARES, BUYERS - SHARES]);
    expect(await balanceOf(db, accounts.propertyAvailable(id))).toBe(0);
    await expectBooksBalance(scene.product.platform);
  }
});
