import { compose } from '#app/server/compose.ts';
import { after, DAY } from '#kernel/time.ts';
import { openDatabase } from '#platform/server/adapters/database/database.ts';
import { parseConfig } from '#platform/server/runtime/config.ts';

// Runs the jobs that a server would have run until the given number of days from now, on the data of a stopped server.
const config = parseConfig(process.env);
const database = await openDatabase(config);
const clock = { now: () => after(new Date(), Number(process.argv[2]) * DAY) };
await compose({ config, database, clock }).jobs.drain();
await database.close();
