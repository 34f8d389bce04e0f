import { pino } from 'pino';
import { inTransaction, jobRegistry } from '#app/server/slices.ts';
import { verifyAndRead } from '#app/server/verify.ts';
import { approvals } from '#features/approvals/server/index.ts';
import { consent } from '#features/legal/server/index.ts';
import { propertyVisibility } from '#features/properties/server/index.ts';
import { invitations } from '#features/referrals/server/index.ts';
import { DomainError, type ErrorDefinition } from '#kernel/errors.ts';
import type { Clock } from '#kernel/time.ts';
import { lazyAdapter } from '#platform/server/adapters/lazy-adapter.ts';
import { sandboxBank } from '#platform/server/adapters/sandbox-bank.ts';
import { type Database, unpipelined } from '#platform/server/database/db.ts';
import { createFailureReport } from '#platform/server/errors/failures.ts';
import { createJobs } from '#platform/server/jobs/jobs.ts';
import { createLive } from '#platform/server/live/live.ts';
import type { Documents } from '#platform/server/ports/documents.ts';
import type { Passkeys } from '#platform/server/ports/passkeys.ts';
import type { Passwords } from '#platform/server/ports/passwords.ts';
import type { Signer } from '#platform/server/ports/signer.ts';
import { parseConfig } from '#platform/server/runtime/config.ts';
import type { Metrics } from '#platform/server/runtime/metrics.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { createVault, DATA_KEY_BYTES } from '#platform/server/security/vault.ts';
import { browserFileChecks } from './browser-file-checks.ts';
import { uploadedFiles } from './uploaded-files.ts';

export const NOT_IN_DEMO: ErrorDefinition = {
  code: 'NOT_IN_DEMO',
  kind: 'refused',
  message: 'This is not part of the demo. Create an account to use it.',
};

/** A picture has an address on the server, which the demo never asks: properties are shown by their drawn fronts. */
const registry: typeof jobRegistry = {
  ...jobRegistry,
  handlers: { ...jobRegistry.handlers, 'properties.fetchImage': async () => undefined },
};

/** Refusal of everything that the demo does not have. */
const absent = () => Promise.reject(new DomainError(NOT_IN_DEMO));

const noMetrics: Pick<Metrics, 'startProcedure' | 'countCommand' | 'countJob' | 'startRequest'> = {
  startProcedure: () => () => undefined,
  countCommand: () => undefined,
  countJob: () => undefined,
  startRequest: () => () => undefined,
};

/** The product in a browser: the same commands on a database of its own, with nothing outside to reach. */
export function composeDemo(parts: {
  db: Database;
  origin: string;
  clock: Clock;
  onCommit: () => void;
}): Platform {
  const { db, origin, clock, onCommit } = parts;
  const log = pino({ level: 'warn' });
  const platform: Platform = {
    config: parseConfig({
      SAMPLE_DATA: '1',
      VERIFY_HOURS: '0',
      KYC_REQUIRED_TO_INVEST: '0',
      RATE_LIMITS: 'off',
    }),
    origin,
    db,
    pipelined: unpipelined(db),
    isEmbedded: true,
    replicas: null,
    isReadOnly: false,
    clock,
    log,
    reportFailure: createFailureReport(log),
    metrics: noMetrics as Metrics,
    limits: {
      consume: async () => undefined,
      consumeByKey: async () => undefined,
      tryConsume: async () => true,
      restorePoint: async () => undefined,
      reset: async () => undefined,
    },
    passwords: lazyAdapter<Passwords>({ hash: true, verify: true }, absent),
    passkeys: lazyAdapter<Passkeys>(
      { creationOptions: true, checkCreation: true, requestOptions: true, checkAnswer: true },
      absent,
    ),
    signInProvider: null,
    payments: sandboxBank(clock, { settlesImmediately: true }),
    webhooks: { post: async () => undefined },
    mailer: { send: async () => undefined, stored: null },
    files: uploadedFiles(),
    fileChecks: browserFileChecks(),
    virusScanner: null,
    publicDownloads: { download: async () => 'unreachable' },
    documents: lazyAdapter<Documents>({ table: true, text: true }, absent),
    vault: createVault([{ id: 'demo', secret: new Uint8Array(DATA_KEY_BYTES).map((_, at) => at + 1) }]),
    signer: lazyAdapter<Signer>({ sign: true, publicKeys: true }, absent),
    chainHeads: { publish: async () => undefined },
    closedAccounts: { publish: async () => undefined },
    jobs: createJobs(() => platform, registry),
    live: createLive(() => platform),
    propertyVisibility,
    approvals,
    consent,
    invitations,
    inTransaction,
    verify: (read) => verifyAndRead(db, read),
    isDraining: false,
    publishCommit: onCommit,
  };
  return platform;
}
