import { sampleWorldTemplate } from './sample-world.ts';

// A program: makes the sample world where SAMPLE_WORLD_TEMPLATE says, for the suites that start later.
await sampleWorldTemplate();
