import { resolve } from 'node:path';
import { approvals } from '#features/approvals/server/index.ts';
import { VERIFY_WHEN_DUE } from '#features/books/server/index.ts';
import { consent } from '#features/legal/server/index.ts';
import { ENQUEUE_MAILS, SEND_RECEIPTS, skipReceipts } from '#features/notifications/server/index.ts';
import { propertyVisibility } from '#features/properties/server/index.ts';
import { invitations } from '#features/referrals/server/index.ts';
import { type Clock, systemClock } from '#kernel/time.ts';
import { argon2Passwords } from '#platform/server/adapters/argon2.ts';
import type { OpenDatabase } from '#platform/server/adapters/database/database.ts';
import { documentThreads } from '#platform/server/adapters/documents/document-threads.ts';
import { clamd } from '#platform/server/adapters/file-checks/clamd.ts';
import { encryptedFiles } from '#platform/server/adapters/files/encrypted-files.ts';
import { localFiles } from '#platform/server/adapters/files/local-files.ts';
import { publicDownloads } from '#platform/server/adapters/files/public-downloads.ts';
import { httpWebhooks } from '#platform/server/adapters/http-webhooks.ts';
import { chainHeadFile } from '#platform/server/adapters/keys/chain-head-file.ts';
import {
  closedAccountsFile,
  closedAccountsPath,
} from '#platform/server/adapters/keys/closed-accounts-file.ts';
import { dataKeysOf } from '#platform/server/adapters/keys/data-keys.ts';
import { ed25519Signer } from '#platform/server/adapters/keys/ed25519-signer.ts';
import { positionTokens } from '#platform/server/adapters/keys/position-tokens.ts';
import { lazyAdapter } from '#platform/server/adapters/lazy-adapter.ts';
import { mailFolder } from '#platform/server/adapters/mail/mail-folder.ts';
import { smtpMailer } from '#platform/server/adapters/mail/smtp-mailer.ts';
import { openIdConnect } from '#platform/server/adapters/openid-connect.ts';
import { sandboxBank } from '#platform/server/adapters/sandbox-bank.ts';
import { isBuilt } from '#platform/server/adapters/worker-thread.ts';
import type { ReplicaSet } from '#platform/server/database/replicas.ts';
import { createFailureReport } from '#platform/server/errors/failures.ts';
import { createJobs, type JobRegistry, queueState } from '#platform/server/jobs/jobs.ts';
import { createLive } from '#platform/server/live/live.ts';
import type { Documents } from '#platform/server/ports/documents.ts';
import type { FileChecks } from '#platform/server/ports/file-checks.ts';
import type { Files } from '#platform/server/ports/files.ts';
import type { Passkeys } from '#platform/server/ports/passkeys.ts';
import type { Config } from '#platform/server/runtime/config.ts';
import { createLog } from '#platform/server/runtime/log.ts';
import { createMetrics } from '#platform/server/runtime/metrics.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { createLimits } from '#platform/server/security/limits.ts';
import { createVault } from '#platform/server/security/vault.ts';
import { mailAddress } from './mailbox.ts';
import { PUBLISH_CHAIN_HEAD } from './platform-slice.ts';
import { inTransaction, jobRegistry } from './slices.ts';
import { verifyAndRead } from './verify.ts';

/** The parts that tests replace. */
export type ReplaceableParts = Pick<
  Platform,
  | 'passwords'
  | 'payments'
  | 'mailer'
  | 'webhooks'
  | 'files'
  | 'virusScanner'
  | 'publicDownloads'
  | 'log'
  | 'chainHeads'
  | 'closedAccounts'
>;

/** Composes the running product: configuration, database, clock and an adapter for each port. */
export function compose(parts: {
  config: Config;
  database: OpenDatabase;
  clock?: Clock;
  registry?: JobRegistry;
  replace?: Partial<ReplaceableParts>;
}): Platform {
  const { config, database, clock = systemClock, registry = jobRegistry, replace = {} } = parts;
  const log = replace.log ?? createLog(config);
  const dataKeys = dataKeysOf(config);
  const vault = createVault(dataKeys);
  const platform: Platform = {
    config,
    origin: config.publicUrl ?? `http://localhost:${config.port}`,
    db: database.db,
    pipelined: database.pipelined,
    isEmbedded: database.isEmbedded,
    replicas: database.replicas && { ...database.replicas, tokens: positionTokens(dataKeys) },
    isReadOnly: false,
    clock,
    log,
    reportFailure: createFailureReport(log),
    metrics: createMetrics({ withProcessMetrics: true }),
    limits: createLimits({ enabled: config.hasRateLimits, db: database.db, clock }),
    passwords: replace.passwords ?? argon2Passwords(),
    passkeys: passkeysOf(() => platform.origin),
    signInProvider: config.signInProvider && openIdConnect(config.signInProvider),
    payments: replace.payments ?? sandboxBank(clock),
    webhooks: replace.webhooks ?? httpWebhooks(),
    mailer: replace.mailer ?? mailerOf(config, clock, (id) => mailAddress(platform.origin, id)),
    files: encryptedFiles(replace.files ?? filesOf(config), vault),
    fileChecks: lazyAdapter<FileChecks>({ clean: true }, async () =>
      (await import('#platform/server/adapters/file-checks/file-checks.ts')).fileChecks(),
    ),
    virusScanner: replace.virusScanner ?? (config.clamd && clamd(config.clamd)),
    publicDownloads: replace.publicDownloads ?? publicDownloads(),
    documents: isBuilt()
      ? documentThreads()
      : lazyAdapter<Documents>({ table: true, text: true }, async () =>
          (await import('#platform/server/adapters/documents/pdf-documents.ts')).pdfDocuments(),
        ),
    vault,
    signer: ed25519Signer(dataKeys),
    chainHeads: replace.chainHeads ?? chainHeadFile(config.auditHeadsFile, dataKeys, log),
    closedAccounts:
      replace.closedAccounts ?? closedAccountsFile(closedAccountsPath(config.auditHeadsFile), dataKeys, log),
    jobs: createJobs(() => platform, registry),
    live: createLive(() => platform),
    propertyVisibility,
    approvals,
    consent,
    invitations,
    inTransaction,
    verify: (read) => verifyAndRead(database.patientDb, read),
    isDraining: false,
    publishCommit({ hasWork }) {
      if (hasWork) platform.jobs.wake();
      platform.live.wake();
      database.publishCommit({ hasWork });
    },
  };
  platform.metrics.watchQueue(() => queueState(platform));
  if (database.replicas) watchReplicas(platform, database.replicas);
  database.onFrozenSessionEnded((session) => log.warn(session, 'the session of a frozen server was ended'));
  return platform;
}

function watchReplicas({ log, metrics }: Platform, replicas: ReplicaSet): void {
  metrics.watchReplicas(replicas.states);
  replicas.onChange(({ replica, reason }) => {
    if (reason === null) log.info({ replica }, 'a replica is used for reads');
    else log.warn({ replica, reason }, 'a replica is excluded');
  });
}

function filesOf({ filesBucket, dataDir }: Config): Files {
  if (filesBucket === null) return localFiles(resolve(dataDir, 'files'));
  return lazyAdapter<Files>({ put: true, get: true, remove: true }, async () =>
    (await import('#platform/server/adapters/files/s3-files.ts')).s3Files(filesBucket),
  );
}

function passkeysOf(originOf: () => string): Passkeys {
  return lazyAdapter<Passkeys>(
    { creationOptions: true, checkCreation: true, requestOptions: true, checkAnswer: true },
    async () => (await import('#platform/server/adapters/webauthn.ts')).webauthn(originOf),
  );
}

function mailerOf({ smtpUrl, mailFrom, dataDir }: Config, clock: Clock, addressOf: (id: string) => string) {
  if (smtpUrl !== null) return smtpMailer({ address: smtpUrl, from: mailFrom });
  return mailFolder(resolve(dataDir, 'mail'), clock, ({ id, to, subject }) =>
    console.log(`Mail to ${to}: ${subject}. Read it at ${addressOf(id)}`),
  );
}

/** The product that builds the sample world: with its clock, a bank that settles immediately, and cached password hashes. */
export function composeForSampleWorld(parts: {
  config: Config;
  database: OpenDatabase;
  clock: Clock;
}): Platform {
  const passwords = argon2Passwords();
  const hashes = new Map<string, Promise<string>>();
  const hash = (password: string) => {
    const hashed = hashes.get(password) ?? passwords.hash(password);
    hashes.set(password, hashed);
    return hashed;
  };
  const payments = sandboxBank(parts.clock, { settlesImmediately: true });
  // Sample people do not exist, so no webhook is called for them, and their one admin decides alone.
  const config: Config = { ...parts.config, waitlistWebhookUrl: null, approvals: 1 };
  const registry = {
    ...jobRegistry,
    // Its people get no mails about their history, and nobody has to verify each day of it.
    handlers: { ...jobRegistry.handlers, [SEND_RECEIPTS]: skipReceipts },
    schedules: jobRegistry.schedules.filter(
      ({ kind }) => ![ENQUEUE_MAILS, PUBLISH_CHAIN_HEAD, VERIFY_WHEN_DUE].includes(kind),
    ),
  };
  return compose({ ...parts, config, registry, replace: { passwords: { ...passwords, hash }, payments } });
}
