import type { Logger } from 'pino';
import type { EventAudience } from '#db/schema/platform.ts';
import type { Clock } from '#kernel/time.ts';
import type { Database, PipelinedTransaction, Queryable } from '../database/db.ts';
import type { ReportFailure } from '../errors/failures.ts';
import type { ChainHeads } from '../ports/chain-heads.ts';
import type { Documents } from '../ports/documents.ts';
import type { FileChecks } from '../ports/file-checks.ts';
import type { Files } from '../ports/files.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { Passkeys } from '../ports/passkeys.ts';
import type { Passwords } from '../ports/passwords.ts';
import type { Payments } from '../ports/payments.ts';
import type { PublicDownloads } from '../ports/public-downloads.ts';
import type { SignInProvider } from '../ports/sign-in-provider.ts';
import type { Webhooks } from '../ports/webhooks.ts';
import type { Limits } from '../security/limits.ts';
import type { Vault } from '../security/vault.ts';
import type { Config } from './config.ts';
import type { Metrics } from './metrics.ts';

/** The job worker of this process. */
export interface Jobs {
  /** Whether an event of this type starts any work; one that does not is never waited for. */
  hasSubscribers(eventType: string): boolean;
  /** Work may be waiting; costs nothing. */
  wake(): void;
  start(): void;
  /** Stops taking work and waits for what is running. */
  stop(): Promise<void>;
  /** Runs everything due now, and what that starts, until nothing is due; leaves out schedules when asked to. */
  drain(which?: { scheduled?: boolean }): Promise<void>;
  /** Runs what one operation's events start, here and now, so that its answer can tell how it went. */
  runOperation(operationId: string): Promise<void>;
}

/** An event of the outbox, as live streams read it. */
export interface StoredEvent extends Record<string, unknown> {
  xid: string;
  id: string;
  type: string;
  userId: string | null;
  propertyId: number | null;
  audience: EventAudience;
}

/** Who may see which properties, as far as live events have to know. */
export interface PropertyVisibility {
  /** Those of these properties that everyone may see now. */
  publicOf(db: Queryable, propertyIds: readonly number[]): Promise<Set<number>>;
  /** The properties that this person may see even while they are hidden from others. */
  seenBy(db: Queryable, userId: string): Promise<Set<number>>;
}

/** Where a reader of events stands. */
export type Cursor = Pick<StoredEvent, 'xid' | 'id'>;

/** The live events of this process. */
export interface Live {
  /** New events may be there; costs nothing without listeners. */
  wake(): void;
  /**
   * Events after `from` (or from now on) for one person, until the signal ends the stream.
   * @throws TOO_MANY_STREAMS
   */
  follow(options: { person: string; from: Cursor | null; signal: AbortSignal }): AsyncGenerator<StoredEvent>;
  /** Ends every stream, for a graceful stop. */
  stop(): Promise<void>;
}

/** The running product as features see it: built once by the composition, handed to every call. */
export interface Platform {
  config: Config;
  /** Where people open the product, without a slash at the end: what links in mails begin with. */
  origin: string;
  db: Database;
  pipelined: PipelinedTransaction;
  /** True on the embedded database, which has a single connection. */
  isEmbedded: boolean;
  clock: Clock;
  log: Logger;
  reportFailure: ReportFailure;
  metrics: Metrics;
  limits: Limits;
  passwords: Passwords;
  passkeys: Passkeys;
  /** Null when none is configured. */
  signInProvider: SignInProvider | null;
  payments: Payments;
  webhooks: Webhooks;
  mailer: Mailer;
  files: Files;
  fileChecks: FileChecks;
  documents: Documents;
  publicDownloads: PublicDownloads;
  vault: Vault;
  chainHeads: ChainHeads;
  jobs: Jobs;
  live: Live;
  propertyVisibility: PropertyVisibility;
  /** True once the server was told to stop: it still serves, and asks to be sent no more. */
  isDraining: boolean;
  /** Something was committed: live streams, here and on the other servers, look again soon; for work, job workers too. */
  publishCommit(committed: { work: boolean }): void;
}
