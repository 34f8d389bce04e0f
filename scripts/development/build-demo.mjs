import { buildAll, explain } from './bootstrap.mjs';

await buildAll().catch(explain);
