import { eq } from 'drizzle-orm';
import { compose } from '#app/server/compose.ts';
import { jobs } from '#db/schema/platform.ts';
import { retryJob } from '#features/jobs/server/index.ts';
import { openDatabase } from '#platform/server/adapters/database/database.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { systemActor } from '#platform/server/security/caller.ts';
import { readSettings, requireDatabase, runScript, UsageError } from './command-line.ts';

const USAGE = `Usage: npm run jobs                        lists the dead jobs: given up after five attempts
       npm run jobs -- --requeue ID ...    gives these their attempts back
       npm run jobs -- --requeue all       gives all of them their attempts back`;

const deadJobs = ({ db }: Platform) =>
  db.select().from(jobs).where(eq(jobs.status, 'dead')).orderBy(jobs.finishedAt);

async function list(platform: Platform): Promise<void> {
  const dead = await deadJobs(platform);
  for (const { id, kind, finishedAt, lastError } of dead) {
    console.log(`${id}  ${finishedAt?.toISOString() ?? ''}  ${kind}\n  ${lastError ?? 'no reason stored'}`);
  }
  console.log(dead.length === 0 ? 'No dead jobs.' : `Dead jobs: ${dead.length}.`);
}

async function requeue(platform: Platform, wanted: readonly string[]): Promise<void> {
  const all = wanted.length === 1 && wanted[0] === 'all';
  const ids = all ? (await deadJobs(platform)).map(({ id }) => id) : wanted;
  for (const id of ids) {
    const { kind } = await retryJob({ platform, caller: { actor: systemActor('jobs') } }, { id });
    console.log(`${id}  ${kind}: waiting again.`);
  }
  console.log(`Requeued: ${ids.length}.`);
}

await runScript(async () => {
  const [flag, ...ids] = process.argv.slice(2);
  if (flag !== undefined && (flag !== '--requeue' || ids.length === 0)) throw new UsageError(USAGE);
  const config = readSettings();
  requireDatabase(config);
  const database = await openDatabase(config);
  try {
    const platform = compose({ config, database });
    await (flag === undefined ? list(platform) : requeue(platform, ids));
  } finally {
    await database.close();
  }
});
