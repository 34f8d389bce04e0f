import path from 'node:path';
import { type Archive, archivingSettings, restoreOptions } from '../restore/archive.ts';
import { dataFolder, type Layout, type Node } from './layout.ts';

/** Passwords of the database's accounts; made with the cluster. */
export interface Passwords {
  superuser: string;
  replication: string;
  product: string;
}

export const PRODUCT_ACCOUNT = 'commonhold';

/** Seconds after which a node that no longer renews its lease has lost it. Patroni takes no less than 20. */
const LEASE_SECONDS = 20;
const LOOK_EVERY_SECONDS = 3;
const RETRY_SECONDS = 5;

/** The interface of etcd that Patroni uses. */
export type EtcdApi = 2 | 3;

/**
 * Through interface 3, Patroni before 3.0.3 writes the leader's key without comparing it once its own lease has ended
 * (https://github.com/patroni/patroni/pull/2689): a primary that was frozen takes the lead back from its successor.
 * Through interface 2 it has always compared.
 */
export function etcdApiFor(patroniVersion: string): EtcdApi {
  const [major = 0, minor = 0, patch = 0] = patroniVersion.split('.').map(Number);
  const isFixed = major > 3 || (major === 3 && (minor > 0 || patch >= 3));
  return isFixed ? 3 : 2;
}

/** The options of a node's etcd. */
export function etcdOptions(node: Node, { nodes }: Pick<Layout, 'nodes'>, api: EtcdApi): string[] {
  const peer = ({ host, etcdPeerPort }: Node) => `http://${host}:${etcdPeerPort}`;
  const client = `http://${node.host}:${node.etcdClientPort}`;
  const options = {
    name: node.name,
    'data-dir': path.join(node.folder, 'etcd'),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer(node),
    'initial-advertise-peer-urls': peer(node),
    'initial-cluster': nodes.map((one) => `${one.name}=${peer(one)}`).join(','),
    'initial-cluster-token': 'commonhold',
    // Without this setting, a member that cannot receive from the leader but can send to the others ends one leadership
    // after another.
    'pre-vote': 'true',
    ...(api === 2 && { 'enable-v2': 'true' }),
    'log-level': 'warn',
    logger: 'zap',
  };
  return Object.entries(options).map(([name, value]) => `--${name}=${value}`);
}

/** Settings of all nodes: no commit is answered that is not on two of them. */
const shared = {
  ttl: LEASE_SECONDS,
  loop_wait: LOOK_EVERY_SECONDS,
  retry_timeout: RETRY_SECONDS,
  synchronous_mode: true,
  synchronous_mode_strict: true,
  // Both standbys confirm, so that after a failover the other one has no commit that the new primary lacks: else it
  // must be rewound first, and no commit is answered until then.
  synchronous_node_count: 2,
  // A primary that has crashed is replaced immediately: its standbys have all that was answered, and its own recovery
  // takes longer.
  primary_start_timeout: 0,
  postgresql: {
    use_pg_rewind: true,
    // A new primary has no slots for the others until its Patroni looks again: until then they could not follow it,
    // and commits would wait. What a standby lacks when it comes back is kept by size instead.
    use_slots: false,
    parameters: {
      max_connections: 100,
      wal_keep_size: '512MB',
      // Time for which a silent standby, such as one with a cut cable, delays every commit.
      wal_sender_timeout: '5s',
      wal_receiver_timeout: '5s',
      // A standby that looks for the new primary a moment too early looks again soon, as commits wait for it.
      wal_retrieve_retry_interval: '500ms',
    },
  },
};

/** Where a node's WAL is archived, and the moment of the archive that a new cluster begins with; else it is empty. */
export interface Archiving {
  archive: Archive;
  restoredTo?: Date;
}

interface PatroniOptions {
  passwords: Passwords;
  binaries: string;
  etcdApi: EtcdApi;
  archiving?: Archiving;
}

/** How Patroni makes the data of a new cluster. */
function bootstrapMethod({ archive, restoredTo }: Partial<Archiving>) {
  if (!archive || !restoredTo)
    return { initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'] };
  const options = restoreOptions(archive, restoredTo).map((option) => `'${option}'`);
  return {
    method: 'pgbackrest',
    pgbackrest: {
      command: `pgbackrest ${options.join(' ')}`,
      // What pgBackRest has written says where to stop; Patroni would remove it.
      keep_existing_recovery_conf: true,
      no_params: true,
    },
  };
}

/** The configuration of a node's Patroni, as JSON, which is YAML too. */
export function patroniConfiguration(
  node: Node,
  { nodes }: Pick<Layout, 'nodes'>,
  { passwords, binaries, etcdApi, archiving }: PatroniOptions,
): string {
  const { host, postgresPort, patroniPort, folder } = node;
  const configuration = {
    scope: 'commonhold',
    name: node.name,
    restapi: { listen: `${host}:${patroniPort}`, connect_address: `${host}:${patroniPort}` },
    [etcdApi === 2 ? 'etcd' : 'etcd3']: { hosts: nodes.map((one) => `${one.host}:${one.etcdClientPort}`) },
    bootstrap: { dcs: shared, ...bootstrapMethod(archiving ?? {}) },
    postgresql: {
      listen: `${host}:${postgresPort}`,
      connect_address: `${host}:${postgresPort}`,
      data_dir: dataFolder(node),
      bin_dir: binaries,
      pgpass: path.join(folder, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres', password: passwords.superuser },
        replication: { username: 'replicator', password: passwords.replication },
      },
      parameters: {
        // Names of sockets may be a hundred characters long at most: there is one for pgBackRest only.
        unix_socket_directories: archiving?.archive.database.sockets ?? '',
        ...(archiving && archivingSettings(archiving.archive)),
      },
      pg_hba: [
        ...(archiving ? ['local all postgres scram-sha-256'] : []),
        'host all all samenet scram-sha-256',
        'host replication replicator samenet scram-sha-256',
      ],
    },
  };
  return `${JSON.stringify(configuration, null, 2)}\n`;
}

const PROXY_DEFAULTS = `global
  maxconn 2000

defaults
  timeout connect 2s
  timeout check 1s
`;

/**
 * The proxy to the primary: it asks each node's Patroni, and closes open connections to a node that is the primary no
 * longer.
 */
export function databaseProxyConfiguration({ nodes, databasePort }: Layout): string {
  const servers = nodes.map(
    ({ name, host, postgresPort, patroniPort }) =>
      `  server ${name} ${host}:${postgresPort} check port ${patroniPort}`,
  );
  return `${PROXY_DEFAULTS}
listen primary
  bind 127.0.0.1:${databasePort}
  mode tcp
  timeout client 1h
  timeout server 1h
  # Another try would wait for a second: the clients try again sooner, and by then at the next primary.
  retries 0
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fastinter 100ms downinter 100ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`;
}

/**
 * The proxy to the servers. Responses of live updates may take any time. While no server is ready, because none reaches
 * the primary, those that run still answer: reads from replicas, and changes by saying when to repeat them.
 */
export function webProxyConfiguration({ servers, webPort }: Layout): string {
  const lines = servers.map(({ name, port }) => `  server ${name} 127.0.0.1:${port} check`);
  const backend = (name: string, probe: string) => `backend ${name}
  mode http
  timeout server 75s
  option redispatch
  option httpchk GET ${probe}
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1
${lines.join('\n')}
`;
  return `${PROXY_DEFAULTS}
frontend web
  bind 127.0.0.1:${webPort}
  mode http
  timeout client 75s
  timeout http-request 10s
  timeout http-keep-alive 75s
  option forwardfor
  use_backend running if { nbsrv(ready) eq 0 }
  default_backend ready

${backend('ready', '/readyz')}
${backend('running', '/healthz')}`;
}

/** The address of the database for an account; through the proxy unless a node is named. */
export function databaseUrl(
  { databasePort }: Pick<Layout, 'databasePort'>,
  { account, password, database, node }: { account: string; password: string; database: string; node?: Node },
): string {
  const where = node ? `${node.host}:${node.postgresPort}` : `127.0.0.1:${databasePort}`;
  return `postgres://${account}:${password}@${where}/${database}`;
}

/** The statements, run as superuser, that make what is missing of the product's account and its database. */
export function productStatements(password: string, has: { account: boolean; database: boolean }): string[] {
  return [
    ...(has.account ? [] : [`create role ${PRODUCT_ACCOUNT} login password '${password}'`]),
    ...(has.database ? [] : [`create database ${PRODUCT_ACCOUNT} owner ${PRODUCT_ACCOUNT}`]),
    // Lets it see which timeline a replica follows, so that replicas are used again right after a failover.
    `grant pg_monitor to ${PRODUCT_ACCOUNT}`,
  ];
}
