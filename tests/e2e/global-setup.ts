import { sampleWorldTemplate } from '../support/sample-world.ts';

/** The sample world is built once; each worker's server starts from a copy of it. */
export default async function globalSetup() {
  process.env.SAMPLE_WORLD_TEMPLATE = await sampleWorldTemplate();
}
