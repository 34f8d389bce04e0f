import type { OpenDatabase } from '#platform/server/adapters/database/database.ts';
import type { Config } from '#platform/server/runtime/config.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { ensureSampleWorld } from '../../sample-world/index.ts';
import { compose, composeForSampleWorld } from './compose.ts';

/** The platform on a database, which gets the sample world if that is configured. */
export async function composeProduct(parts: { config: Config; database: OpenDatabase }): Promise<Platform> {
  const platform = compose(parts);
  if (parts.config.hasSampleData) {
    await ensureSampleWorld({
      platform,
      platformAt: (clock) => composeForSampleWorld({ ...parts, clock }),
      exclusively: parts.database.withSetupLock,
      say: (line) => console.log(line),
    });
  }
  return platform;
}
