import type { Logger } from 'pino';
import type { EventAudience } from '#db/schema/platform.ts';
import type { DomainError } from '#kernel/errors.ts';
import type { Clock } from '#kernel/time.ts';
import type { Database, PipelinedTransaction, Queryable, Transaction } from '../database/db.ts';
import type { Replicas } from '../database/replicas.ts';
import type { ReportFailure } from '../errors/failures.ts';
import type { ChainHeads } from '../ports/chain-heads.ts';
import type { ClosedAccounts } from '../ports/closed-accounts.ts';
import type { Documents } from '../ports/documents.ts';
import type { FileChecks } from '../ports/file-checks.ts';
import type { Files } from '../ports/files.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { Passkeys } from '../ports/passkeys.ts';
import type { Passwords } from '../ports/passwords.ts';
import type { Payments } from '../ports/payments.ts';
import type { PublicDownloads } from '../ports/public-downloads.ts';
import type { SignInProvider } from '../ports/sign-in-provider.ts';
import type { Signer } from '../ports/signer.ts';
import type { VirusScanner } from '../ports/virus-scanner.ts';
import type { Webhooks } from '../ports/webhooks.ts';
import type { Actor, UserActor } from '../security/caller.ts';
import type { Limits } from '../security/limits.ts';
import type { Vault } from '../security/vault.ts';
import type { Finding } from '../verification/invariants.ts';
import type { Config } from './config.ts';
import type { Metrics } from './metrics.ts';
import type { InTransactionHandlers, Run } from './run.ts';

/** The job worker of this process. */
export interface Jobs {
  /** Whether events of this type start jobs. */
  hasSubscribers(eventType: string): boolean;
  /** Makes the worker look for jobs now instead of at its next poll. */
  wake(): void;
  start(): void;
  /** Takes no more jobs and waits for the running ones. */
  stop(): Promise<void>;
  /** Runs all due jobs, and the jobs that they start, until none is due. It runs every schedule, or only those named. */
  drain(which?: { schedules?: readonly string[] | undefined }): Promise<void>;
  /** Runs the jobs of one operation's events now, so that the answer to its caller can include their result. */
  runOperation(operationId: string): Promise<void>;
}

/** An event of the outbox in the form that live streams read. */
export interface StoredEvent extends Record<string, unknown> {
  /** The position of its row in the outbox. */
  position: number;
  /** Which event of its row it is, from 1 on; 0 when the row has one only. */
  ordinal: number;
  operation: string;
  type: string;
  userId: string | null;
  propertyId: number | null;
  audience: EventAudience;
  /** With replicas: a position of the primary after its commit. */
  token?: string;
}

/** Visibility of properties. The rule is that of the properties slice. */
export interface PropertyVisibility {
  /** Those of these properties that the caller may see. */
  visibleAmong(db: Queryable, actor: Actor, propertyIds: readonly number[]): Promise<Set<number>>;
  /** Those of these properties that are public now. */
  publicOf(db: Queryable, propertyIds: readonly number[]): Promise<Set<number>>;
  /** The properties that this user may see even while they are hidden from the public. */
  seenBy(db: Queryable, userId: string): Promise<Set<number>>;
}

/** Approval by two: carries out the request of one admin that another one approves. */
export interface Approvals {
  /**
   * Decides an open request as approved by the caller, in the transaction of the command that it asks for. Of two who
   * approve at once, the second is refused.
   * @throws DomainError when the request is not open, asks for something else, or the caller may not approve it
   */
  admit(
    run: Run<UserActor>,
    execution: {
      approvalId: string;
      command: string;
      inputHash: string;
      /** Minimum age of the request. */
      waitHours: number;
    },
  ): Promise<void>;
}

/** Whether people have accepted what everyone agrees to. */
export interface Consent {
  /** Why this person may put no more money in at this moment, or null. Asked for commands with `needsConsent`. */
  refusalFor(db: Queryable, userId: string, now: Date): Promise<DomainError | null>;
}

/** The invitations by which accounts were opened. */
export interface Invitations {
  /** The invitation of this account; null without one, and when its code would record nothing now. */
  of(
    db: Queryable,
    userId: string,
    config: Config,
  ): Promise<{
    code: string;
    /** Masked, for someone who may not know the inviter; null where it does not look like a name. */
    inviterName: string | null;
  } | null>;
}

/** How far a reader of the outbox has read. */
export type Cursor = Pick<StoredEvent, 'position' | 'ordinal'>;

/** The live events of this process. */
export interface Live {
  /** Makes the streams look for events now instead of at the next poll. Does nothing without open streams. */
  wake(): void;
  /**
   * The events after `from`, or from now on, until the signal aborts.
   * @throws TOO_MANY_STREAMS
   */
  follow(options: { person: string; from: Cursor | null; signal: AbortSignal }): AsyncGenerator<StoredEvent>;
  /** The last event before now: the stream of a page that is loaded next begins after it, and misses nothing. */
  pageStart(): Promise<Cursor>;
  /** Ends every stream, for a graceful stop. */
  stop(): Promise<void>;
}

/** The running product as slices see it: composed once at start, passed to every call. */
export interface Platform {
  config: Config;
  /** The public URL of the product, without a slash at the end: links in mails begin with it. */
  origin: string;
  db: Database;
  /** Runs a short transaction in two round trips. */
  pipelined: PipelinedTransaction;
  /** Whether the database is the embedded one, which has a single connection. */
  isEmbedded: boolean;
  /** Replicas that queries may read; null without any. */
  replicas: Replicas | null;
  /** True for the platform that a query on a replica gets: no command runs on it. */
  isReadOnly: boolean;
  clock: Clock;
  log: Logger;
  reportFailure: ReportFailure;
  metrics: Metrics;
  limits: Limits;
  passwords: Passwords;
  passkeys: Passkeys;
  /** Null unless one is configured. */
  signInProvider: SignInProvider | null;
  payments: Payments;
  webhooks: Webhooks;
  mailer: Mailer;
  files: Files;
  fileChecks: FileChecks;
  /** Null unless one is configured: files are not scanned then. */
  virusScanner: VirusScanner | null;
  documents: Documents;
  publicDownloads: PublicDownloads;
  vault: Vault;
  signer: Signer;
  chainHeads: ChainHeads;
  closedAccounts: ClosedAccounts;
  jobs: Jobs;
  live: Live;
  propertyVisibility: PropertyVisibility;
  approvals: Approvals;
  consent: Consent;
  invitations: Invitations;
  /** Handlers that run in the transaction of another slice's command. */
  inTransaction: InTransactionHandlers;
  /** Checks every invariant on one moment of the database, and reads something else of the same moment. */
  verify<Read>(read: (tx: Transaction) => Promise<Read>): Promise<{ findings: Finding[]; read: Read }>;
  /** Whether the server is stopping: it still answers, and asks load balancers for no more requests. */
  isDraining: boolean;
  /**
   * Lets all processes know of a commit: their live streams look for events, and with `hasWork` their workers look for
   * jobs. It is only a hint: polling finds what a lost hint misses.
   */
  publishCommit(committed: { hasWork: boolean }): void;
}
