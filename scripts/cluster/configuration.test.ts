import { expect, test } from 'vitest';
import {
  type Archiving,
  databaseProxyConfiguration,
  databaseUrl,
  etcdApiFor,
  etcdOptions,
  patroniConfiguration,
  productStatements,
  webProxyConfiguration,
} from './configuration.ts';
import { layoutIn, type Node } from './layout.ts';
import { networkCommands } from './network.ts';

const layout = layoutIn('/tmp/somewhere', { firstPort: 7_000 });
const [first] = layout.nodes as [Node];
const passwords = { superuser: 'one', replication: 'two', product: 'three' };

test('no two processes share a port or a folder', () => {
  const ports = [
    layout.webPort,
    layout.databasePort,
    ...layout.servers.map(({ port }) => port),
    ...layout.nodes.flatMap((node) => [
      node.postgresPort,
      node.patroniPort,
      node.etcdClientPort,
      node.etcdPeerPort,
    ]),
  ];
  expect(new Set(ports).size).toBe(4 + 4 * layout.nodes.length);
  expect(new Set(layout.nodes.map(({ folder }) => folder)).size).toBe(layout.nodes.length);
});

test('Patroni answers no commit that is on one node alone, and knows all members of etcd', () => {
  const text = patroniConfiguration(first, layout, {
    passwords,
    binaries: '/usr/lib/postgresql/15/bin',
    etcdApi: 3,
  });
  const configuration = JSON.parse(text);
  const { dcs } = configuration.bootstrap;
  expect(dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true });
  // Requirement of Patroni: a leader has time for two tries before its lease ends.
  expect(dcs.ttl).toBeGreaterThanOrEqual(dcs.loop_wait + 2 * dcs.retry_timeout);
  expect(configuration.etcd3.hosts).toEqual(['127.0.0.1:7031', '127.0.0.1:7032', '127.0.0.1:7033']);
  expect(configuration.postgresql.listen).toBe('127.0.0.1:7011');
});

test('a node archives its WAL, and a new cluster begins with the archive of a moment when one is given', () => {
  const archive = {
    repository: '/backup/repository',
    configuration: '/etc/pgbackrest.conf',
    scratch: '/var/scratch',
    database: { folder: '/data', port: 5_432, sockets: '/run' },
  };
  const options = { passwords, binaries: '', etcdApi: 3 as const };
  const bootstrapOf = (archiving?: Archiving) =>
    JSON.parse(patroniConfiguration(first, layout, { ...options, ...(archiving && { archiving }) }));
  const plain = bootstrapOf();
  expect(plain.bootstrap).toHaveProperty('initdb');
  expect(plain.postgresql.parameters).toEqual({ unix_socket_directories: '' });
  const archiving = bootstrapOf({ archive });
  expect(archiving.bootstrap).toHaveProperty('initdb');
  expect(archiving.postgresql.parameters).toMatchObject({
    archive_mode: 'on',
    unix_socket_directories: '/run',
  });
  const { bootstrap } = bootstrapOf({ archive, restoredTo: new Date('2026-11-25T10:00:00Z') });
  expect(bootstrap).not.toHaveProperty('initdb');
  expect(bootstrap.pgbackrest).toMatchObject({ keep_existing_recovery_conf: true });
  expect(bootstrap.pgbackrest.command).toContain("'--target=2026-11-25 10:00:00.000+00'");
});

test('each member of etcd is started with the addresses of all', () => {
  expect(etcdOptions(first, layout, 3)).toContain(
    '--initial-cluster=node1=http://127.0.0.1:7041,node2=http://127.0.0.1:7042,node3=http://127.0.0.1:7043',
  );
});

test('a Patroni that would overwrite the key of a new leader uses the interface of etcd that compares it', () => {
  expect(['2.1.4', '3.0.2', '3.0.3', '3.1.0', '4.0.5'].map(etcdApiFor)).toEqual([2, 2, 3, 3, 3]);
  expect(etcdOptions(first, layout, 2)).toContain('--enable-v2=true');
  const text = patroniConfiguration(first, layout, { passwords, binaries: '', etcdApi: 2 });
  expect(JSON.parse(text)).toMatchObject({
    etcd: { hosts: ['127.0.0.1:7031', '127.0.0.1:7032', '127.0.0.1:7033'] },
  });
});

test('the proxy of the database asks Patroni who leads, and ends connections to a node that no longer does', () => {
  const text = databaseProxyConfiguration(layout);
  expect(text).toContain('option httpchk OPTIONS /primary');
  expect(text).toContain('on-marked-down shutdown-sessions');
  expect(text).toContain('retries 0');
  expect(text).toContain('server node3 127.0.0.1:7013 check port 7023');
});

test('the proxy of the servers sends to those that are ready, and to those that run while none is', () => {
  const text = webProxyConfiguration(layout);
  expect(text).toContain('use_backend running if { nbsrv(ready) eq 0 }');
  const [, ready = '', running = ''] = text.split(/^backend /m);
  expect(ready).toContain('option httpchk GET /readyz');
  expect(running).toContain('option httpchk GET /healthz');
  for (const backend of [ready, running]) expect(backend).toContain('server server2 127.0.0.1:7002 check');
});

test('the address of the database is that of the proxy, or of a node that is named', () => {
  const account = { account: 'commonhold', password: 'three', database: 'commonhold' };
  expect(databaseUrl(layout, account)).toBe('postgres://commonhold:three@127.0.0.1:7010/commonhold');
  expect(databaseUrl(layout, { ...account, node: first })).toContain('@127.0.0.1:7011/');
});

test('separate nodes have networks and addresses of their own', () => {
  const { nodes } = layoutIn('/tmp/somewhere', { separate: true });
  expect(new Set(nodes.map(({ host }) => host)).size).toBe(nodes.length);
  expect(networkCommands(nodes)).toContain('-n chnode2 addr add 10.77.0.2/24 dev eth0');
});

test('a start that was interrupted between account and database is made up for, and the account may always look', () => {
  const made = (account: boolean, database: boolean) =>
    productStatements('three', { account, database }).map((statement) => statement.split(' ', 2).join(' '));
  expect(made(false, false)).toEqual(['create role', 'create database', 'grant pg_monitor']);
  expect(made(true, false)).toEqual(['create database', 'grant pg_monitor']);
  expect(made(false, true)).toEqual(['create role', 'grant pg_monitor']);
  expect(made(true, true)).toEqual(['grant pg_monitor']);
});
