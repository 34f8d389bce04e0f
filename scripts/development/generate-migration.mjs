import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { bin, root } from './bootstrap.mjs';

const args = [bin('drizzle-kit'), 'generate', ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);

// The next migration is what the schema has beyond the newest snapshot; the ones before it are history.
const meta = path.join(root, 'db/migrations/meta');
const snapshots = fs.readdirSync(meta).filter((file) => file.endsWith('_snapshot.json'));
for (const file of snapshots.sort().slice(0, -1)) fs.rmSync(path.join(meta, file));
