import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import path from 'node:path';

/** The system cuts longer names of sockets without a word. */
const LONGEST_NAME = 100;

export interface LivenessSocket {
  end(): void;
}

/** Sockets have short names: the shorter way to the file counts. */
function nameOf(file: string): string | null {
  const ways = [path.resolve(file), path.relative(process.cwd(), file)];
  const [shortest = ''] = ways.sort((one, other) => Buffer.byteLength(one) - Buffer.byteLength(other));
  return Buffer.byteLength(shortest) > LONGEST_NAME ? null : shortest;
}

/**
 * A socket in the file system that answers for as long as this process lives, to every process of this machine that
 * sees the folder, in other containers too. Where the system does not permit one there is none.
 */
export async function livenessSocket(file: string): Promise<LivenessSocket> {
  const name = nameOf(file);
  const server = createServer((connection) => connection.destroy());
  const end = () => {
    server.close();
    rmSync(file, { force: true });
  };
  if (name === null) return { end: () => undefined };
  try {
    server.listen(name);
    await once(server, 'listening');
  } catch {
    return { end: () => undefined };
  }
  server.unref();
  return { end };
}

/** Whether somebody answers at a sign of life: true, false when its process is gone, null when that cannot be told. */
export async function isAnswered(file: string): Promise<boolean | null> {
  const name = nameOf(file);
  if (name === null) return null;
  const connection = createConnection(name);
  try {
    await once(connection, 'connect');
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED' ? false : null;
  } finally {
    connection.destroy();
  }
}
