import { buildAll } from '../../scripts/development/bootstrap.mjs';
import { sampleWorldTemplate } from '../support/sample-world.ts';

/** The product is built, and the sample world once; each worker's server starts from a copy of it. */
export default async function globalSetup() {
  await buildAll();
  process.env.SAMPLE_WORLD_TEMPLATE = await sampleWorldTemplate();
}
