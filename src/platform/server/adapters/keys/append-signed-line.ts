import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Appends an object as one line of JSON and waits for the disk; only the server's user may read the file. */
export async function appendSignedLine(file: string, signed: { signature: string }): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const handle = await open(file, 'a', 0o600);
  try {
    await handle.appendFile(`${JSON.stringify(signed)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
