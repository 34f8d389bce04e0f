import { ensureLibrary } from '#features/learn/server/index.ts';
import { type OpenDatabase, openDatabase } from '#platform/server/adapters/database/database.ts';
import { parseConfig } from '#platform/server/runtime/config.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { composeProduct } from './compose-product.ts';
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

const platform = await composeProduct({ config, database });
hotReload.commonholdPlatform = platform;
await ensureLibrary(platform);
// Not platform.publishCommit(), which would notify the channel again and never end.
await database.onCommit(({ hasWork }) => {
  if (hasWork) hotReload.commonholdPlatform?.jobs.wake();
  hotReload.commonholdPlatform?.live.wake();
});
platform.jobs.start();

export default createApi(platform);
