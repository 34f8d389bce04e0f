import { existsSync, readFileSync } from 'node:fs';
import { FolderLockedError, lockFolder } from '#platform/server/adapters/database/folder-lock.ts';

// Races for the lock of one folder after another, each at its moment after the starting shot; reports how each went
// and holds what it won until the input ends.
const [folders = '', shot = ''] = process.argv.slice(2);
const EACH_MS = 60;

process.stdout.write('ready\n');
while (!existsSync(shot) || readFileSync(shot, 'utf8') === '');
const start = Number(readFileSync(shot, 'utf8'));
for (const [round, folder] of folders.split(',').entries()) {
  while (Date.now() < start + round * EACH_MS);
  process.stdout.write(`${await attempt(folder)}\n`);
}
process.stdin.resume().on('end', () => process.exit(0));

async function attempt(folder: string): Promise<string> {
  try {
    await lockFolder(folder);
    return `won ${process.pid}`;
  } catch (error) {
    const refused = error instanceof FolderLockedError ? 'lost' : 'failed';
    return `${refused} ${(error as Error).message}`;
  }
}
