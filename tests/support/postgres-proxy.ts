import { once } from 'node:events';
import { createServer, type Server, Socket } from 'node:net';

/** Moment at which a connection is cut when its client commits. */
export type Cut = 'before COMMIT arrives' | 'as COMMIT arrives' | 'after COMMIT was carried out';

export interface PostgresProxy {
  /** The address of the database by way of this proxy. */
  url: string;
  /** Cuts the connection of the next COMMIT. */
  cutNextCommit(how: Cut): void;
  /** Number of COMMITs that were cut. */
  readonly cuts: number;
  close(): Promise<void>;
}

const SSL_REQUEST = 80_877_103;

/** A proxy between a client and Postgres that recognizes commits, and cuts the connection when asked to. */
export async function proxyPostgres(databaseUrl: string): Promise<PostgresProxy> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  let armed: Cut | null = null;
  let cuts = 0;

  const server = createServer((client) => {
    const upstream = new Socket().connect(Number(target.port), target.hostname);
    const both = [client, upstream];
    const cut = () => {
      for (const socket of both) socket.destroy();
    };
    for (const socket of both) {
      open.add(socket);
      socket.setNoDelay(true).on('error', cut).on('close', cut);
      socket.once('close', () => open.delete(socket));
    }
    const commits = commitReader();
    let cutAtAnswer = false;
    client.on('data', (part) => {
      const how = commits(part) ? armed : null;
      if (how === null) return upstream.write(part);
      armed = null;
      cuts += 1;
      if (how === 'before COMMIT arrives') return cut();
      if (how === 'as COMMIT arrives') return upstream.end(part, () => client.destroy());
      cutAtAnswer = true;
      return upstream.write(part);
    });
    upstream.on('data', (part) => {
      if (!cutAtAnswer) return client.write(part);
      if (part.includes('COMMIT\0')) cut();
    });
  });
  await listening(server);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(address.port);
  return {
    url: url.href,
    cutNextCommit(how) {
      armed = how;
    },
    get cuts() {
      return cuts;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

async function listening(server: Server): Promise<void> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

/** Reads what a client sends, and reports whether a COMMIT was among it. */
function commitReader(): (part: Buffer) => boolean {
  let rest = Buffer.alloc(0);
  let started = false;
  const statements = new Map<string, string>();

  function isCommit(type: string, body: Buffer): boolean {
    const [first = '', second = ''] = body.toString('latin1').split('\0');
    if (type === 'P') statements.set(first, second);
    const text = type === 'Q' ? first : type === 'B' ? statements.get(second) : undefined;
    return text?.trim().toLowerCase() === 'commit';
  }

  return (part) => {
    rest = Buffer.concat([rest, part]);
    let found = false;
    for (;;) {
      const start = started ? 1 : 0;
      if (rest.length < start + 4) return found;
      const end = start + rest.readUInt32BE(start);
      if (rest.length < end) return found;
      const body = rest.subarray(start + 4, end);
      if (started) found = isCommit(String.fromCharCode(rest[0] ?? 0), body) || found;
      else started = body.readUInt32BE(0) !== SSL_REQUEST;
      rest = rest.subarray(end);
    }
  };
}
