/** Places of a Postgres and its archive. */
export interface Archive {
  /** The folder of the base backups and of the archived WAL; in production on another machine. */
  repository: string;
  /** pgBackRest's own configuration. */
  configuration: string;
  /** Folder of its logs and locks. */
  scratch: string;
  database: { folder: string; port: number; sockets: string };
}

const STANZA = 'commonhold';

/** Seconds after which a segment of WAL is archived that is not full: no more can be lost while archiving keeps up. */
const ARCHIVE_AT_LEAST_EVERY_SECONDS = 5;

/** The configuration of pgBackRest: what it backs up, and into which folder. */
export function archiveConfiguration({ repository, scratch, database }: Archive): string {
  return `[global]
repo1-path=${repository}
repo1-retention-full=2
log-path=${scratch}/log
lock-path=${scratch}/lock
spool-path=${scratch}/spool
log-level-console=warn
log-level-file=info
compress-type=lz4
process-max=2
start-fast=y

[${STANZA}]
pg1-path=${database.folder}
pg1-port=${database.port}
pg1-socket-path=${database.sockets}
pg1-user=postgres
`;
}

/** The options of a call of pgBackRest for our stanza. */
export const archiveOptions = ({ configuration }: Pick<Archive, 'configuration'>, ...more: string[]) => [
  `--config=${configuration}`,
  `--stanza=${STANZA}`,
  ...more,
];

/** Settings of a Postgres whose WAL is archived. */
export function archivingSettings({ configuration }: Pick<Archive, 'configuration'>): Record<string, string> {
  return {
    archive_mode: 'on',
    archive_command: `pgbackrest ${archiveOptions({ configuration }, 'archive-push', '%p').join(' ')}`,
    archive_timeout: `${ARCHIVE_AT_LEAST_EVERY_SECONDS}s`,
    wal_level: 'replica',
  };
}

/** A moment as Postgres reads it. */
const targetOf = (moment: Date) => moment.toISOString().replace('T', ' ').replace('Z', '+00');

/** The options of a restore to a moment, after which the database opens for changes by itself. */
export const restoreOptions = (archive: Pick<Archive, 'configuration'>, moment: Date) =>
  archiveOptions(
    archive,
    '--type=time',
    `--target=${targetOf(moment)}`,
    '--target-action=promote',
    'restore',
  );

/** Whether a file of the archive is a segment of WAL, by its name: 24 digits, then what pgBackRest adds. */
export const isSegment = (name: string): boolean => /^[0-9A-F]{24}-/.test(name);

/** Lost changes among the answered ones, and unexpected ones after the restored moment. */
export function judgeRestore(
  answered: readonly { key: string; atMs: number }[],
  present: ReadonlySet<string>,
  moment: Date,
  toleranceMs = 1_000,
) {
  const clearlyBefore = answered.filter(({ atMs }) => atMs < moment.getTime() - toleranceMs);
  const clearlyAfter = answered.filter(({ atMs }) => atMs > moment.getTime() + toleranceMs);
  return {
    before: clearlyBefore.length,
    lost: clearlyBefore.filter(({ key }) => !present.has(key)).length,
    after: clearlyAfter.length,
    unexpected: clearlyAfter.filter(({ key }) => present.has(key)).length,
  };
}
