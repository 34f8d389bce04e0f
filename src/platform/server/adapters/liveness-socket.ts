import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import path from 'node:path';

/** The system silently truncates longer socket names. */
const MAX_NAME_BYTES = 100;

export interface LivenessSocket {
  end(): void;
}

/** The shorter of the absolute and the relative path, because socket names are limited. */
function nameOf(file: string): string | null {
  const paths = [path.resolve(file), path.relative(process.cwd(), file)];
  const [shortest = ''] = paths.sort((one, other) => Buffer.byteLength(one) - Buffer.byteLength(other));
  return Buffer.byteLength(shortest) > MAX_NAME_BYTES ? null : shortest;
}

/**
 * A Unix socket that accepts connections as long as this process lives. Processes in other containers of the machine
 * can connect too, if they see the folder. There is none if the system permits no socket.
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

/** Whether the process of a liveness socket lives; null when that is unknown. */
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
