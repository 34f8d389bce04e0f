import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PostgresPlatform, postgresPlatform } from '../support/platform.ts';
import { type PostgresServer, startPostgres, startStandby } from '../support/postgres-server.ts';
import { isRelease, size } from '../support/sizes.ts';
import { limitSettings } from './limits.ts';
import { type Lane, OPERATIONS, playSeeds, stillClock } from './run.ts';

/** With the shorter one many reads reach the replica, and while it is still behind for others. */
const LAGS = ['20ms', '5s'];
const FIRST_SEED = 100_000;
const seeds = Array.from({ length: size('replicaSeeds') }, (_, at) => FIRST_SEED + at);

describe.skipIf(!isRelease)('with replicas that lag behind', () => {
  const servers: PostgresServer[] = [];
  const opened: PostgresPlatform[] = [];
  const lanes: Lane[] = [];

  beforeAll(async () => {
    for (const lag of LAGS) {
      const primary = await startPostgres();
      const standby = await startStandby(primary, { recovery_min_apply_delay: lag });
      servers.push(standby, primary);
      const clock = stillClock();
      const on = { url: primary.url };
      const options = { clock, pool: 2, env: limitSettings, on, replicaUrls: [standby.url] };
      const product = await postgresPlatform(options);
      opened.push(product);
      lanes.push({ ...product, clock });
    }
  });
  afterAll(async () => {
    await Promise.all(opened.map((one) => one.close()));
    await Promise.all(servers.map((server) => server.stop()));
  });

  test(`${seeds.length} sequences of ${OPERATIONS} random operations find no stale own write`, async () => {
    await playSeeds(lanes, seeds);
    const [first] = opened;
    const counted = first?.platform.metrics.registry.getSingleMetric('commonhold_reads_total');
    const { values } = (await counted?.get()) ?? { values: [] };
    const of = (server: string) =>
      values.filter(({ labels }) => labels.server === server).reduce((sum, { value }) => sum + value, 0);
    expect(of('replica')).toBeGreaterThan(0);
    expect(of('primary')).toBeGreaterThan(0);
  });
});
