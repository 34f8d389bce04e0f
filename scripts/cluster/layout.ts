import path from 'node:path';

/** One machine of the cluster: a member of etcd, Patroni and the Postgres that it manages. */
export interface Node {
  name: string;
  host: string;
  etcdClientPort: number;
  etcdPeerPort: number;
  patroniPort: number;
  postgresPort: number;
  folder: string;
  /** The network of its own that a node is in; without one it is in that of this machine. */
  namespace?: string;
}

/** Where a node's Postgres stores its data. */
export const dataFolder = ({ folder }: Pick<Node, 'folder'>) => path.join(folder, 'postgres');

/** One server of the product. */
export interface WebServer {
  name: string;
  port: number;
}

/** Which processes there are, and where each of them listens and stores its files. */
export interface Layout {
  folder: string;
  nodes: readonly Node[];
  /** Port of the primary, whichever node it is on. */
  databasePort: number;
  servers: readonly WebServer[];
  /** Port of the servers for people. */
  webPort: number;
}

const NODES = 3;
const SERVERS = 2;

export const DEFAULT_FIRST_PORT = 7_600;

/** The first three numbers of the addresses of nodes that have a network of their own. */
export const NETWORK = '10.77.0';

/** Counts up from one: the first machine has number 1. */
const numbers = (many: number) => Array.from({ length: many }, (_, index) => index + 1);

/**
 * All on this machine: each process has a port of the sixty from `firstPort` on, and a folder below `folder`.
 * @param options.separate puts each node into a network of its own, which can be cut
 */
export function layoutIn(
  folder: string,
  { firstPort = DEFAULT_FIRST_PORT, separate = false }: { firstPort?: number; separate?: boolean } = {},
): Layout {
  return {
    folder,
    webPort: firstPort,
    servers: numbers(SERVERS).map((number) => ({ name: `server${number}`, port: firstPort + number })),
    databasePort: firstPort + 10,
    nodes: numbers(NODES).map((number) => ({
      name: `node${number}`,
      host: separate ? `${NETWORK}.${number}` : '127.0.0.1',
      ...(separate && { namespace: `chnode${number}` }),
      postgresPort: firstPort + 10 + number,
      patroniPort: firstPort + 20 + number,
      etcdClientPort: firstPort + 30 + number,
      etcdPeerPort: firstPort + 40 + number,
      folder: path.join(folder, `node${number}`),
    })),
  };
}
