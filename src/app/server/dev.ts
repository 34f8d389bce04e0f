import { ensureLibrary } from '#features/learn/server/index.ts';
import { type OpenDatabase, openDatabase } from '#platform/server/adapters/database/database.ts';
import { parseConfig } from '#platform/server/runtime/config.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { ensureSampleWorld } from '../../sample-world/index.ts';
import { compose, composeForSampleWorld } from './compose.ts';
import { createApi } from './web.ts';

/** Survives hot reloads: the embedded database must be opened only once per process. */
const hotReload = globalThis as typeof globalThis & {
  commonholdDatabase?: Promise<OpenDatabase>;
  commonholdPlatform?: Platform;
};

const config = parseConfig(process.env);
hotReload.commonholdDatabase ??= openDatabase(config);
const database = await hotReload.commonholdDatabase;
await hotReload.commonholdPlatform?.live.stop();
await hotReload.commonholdPlatform?.jobs.stop();

const platform = compose({ config, database });
hotReload.commonholdPlatform = platform;
if (config.sampleData) {
  await ensureSampleWorld({
    platform,
    platformAt: (clock) => composeForSampleWorld({ config, database, clock }),
    exclusively: database.withSetupLock,
    say: (line) => console.log(line),
  });
}
await ensureLibrary(platform);
// Not platform.publishCommit(), which would notify the channel again and never end.
await database.onCommit(({ work }) => {
  if (work) hotReload.commonholdPlatform?.jobs.wake();
  hotReload.commonholdPlatform?.live.wake();
});
platform.jobs.start();

export default createApi(platform);
