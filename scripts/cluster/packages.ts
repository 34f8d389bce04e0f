import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** The programs that the cluster is made of, by the Debian package that brings them. */
const programs: Record<string, string> = {
  'etcd-server': 'etcd',
  patroni: 'patroni',
  haproxy: 'haproxy',
};

/** Patroni's way to etcd, which Debian only recommends. */
const PYTHON_ETCD = '/usr/lib/python3/dist-packages/etcd';

/** Path of a program, on the PATH or in the folders that only root has on it. */
export function findProgram(name: string, search = process.env.PATH ?? ''): string | undefined {
  const folders = [...search.split(path.delimiter).filter(Boolean), '/usr/sbin', '/sbin'];
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
}

/** The folders of the programs of each Postgres that Debian has installed, the newest first. */
export function debianPostgresFolders(root = '/usr/lib/postgresql'): string[] {
  if (!existsSync(root)) return [];
  const versions = readdirSync(root).sort((a, b) => Number(b) - Number(a));
  return versions.map((version) => path.join(root, version, 'bin'));
}

/** The newest Postgres that Debian has installed with all its programs: their folder. */
export const findPostgres = () =>
  debianPostgresFolders().find((folder) => existsSync(path.join(folder, 'pg_rewind')));

/** Version of the installed Patroni, such as 3.0.2. */
export function patroniVersion(): string {
  const command = findProgram('patroni');
  if (command === undefined) throw new Error('patroni is not installed.');
  return execFileSync(command, ['--version'], { encoding: 'utf8' }).trim().split(' ').at(-1) ?? '';
}

/** Which Debian packages are still missing. */
export function missingPackages(): string[] {
  return [
    ...Object.entries(programs).flatMap(([name, program]) => (findProgram(program) ? [] : [name])),
    ...(existsSync(PYTHON_ETCD) ? [] : ['python3-etcd']),
    ...(findPostgres() ? [] : ['postgresql']),
  ];
}

/** Instructions for the packages that something lacks, without the services that Debian would start for them. */
export function howToInstall(what: string, missing: readonly string[]): string {
  return [
    `${what} needs Debian packages that are not installed: ${missing.join(', ')}. As root:`,
    '',
    "  printf '#!/bin/sh\\nexit 101\\n' > /usr/sbin/policy-rc.d && chmod +x /usr/sbin/policy-rc.d",
    `  apt-get install --no-install-recommends ${missing.join(' ')}`,
    '  rm /usr/sbin/policy-rc.d',
    '',
    'The first line keeps Debian from starting them as services, which are not used.',
  ].join('\n');
}
