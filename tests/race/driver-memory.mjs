// Run by `driver.race.test.ts` in a process of its own, whose heap holds little else: asks a database (the argument)
// for many large texts, and prints how many bytes of them survived at most until the whole heap is collected.
import { getHeapSpaceStatistics } from 'node:v8';
import postgres from 'postgres';

const sql = postgres(process.argv[2], { max: 2 });
const old = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space').space_used_size;
const ask = (n) => sql.unsafe('select $1::text as answer', [`${n}`.padEnd(50_000, 'x')], { prepare: true });
const inTransaction = (n) =>
  sql.begin((tx) => tx.unsafe('select $1::text', [`${n}`.padEnd(50_000, 'x')], { prepare: true }));

for (let n = 0; n < 50; n += 1) await ask(n);
globalThis.gc();
const before = old();
let most = 0;
for (let n = 0; n < 400; n += 1) {
  await (n % 2 === 0 ? ask(n) : inTransaction(n));
  if (n % 10 === 0) globalThis.gc({ type: 'minor' });
  most = Math.max(most, old() - before);
}
await sql.end();
process.stdout.write(String(most));
