import type { SQL } from 'drizzle-orm';
import type { EventAudience } from '#db/schema/platform.ts';
import type { EventType } from '#kernel/events.ts';
import type { Transaction } from '../database/db.ts';
import type { Actor } from '../security/caller.ts';
import type { Config } from './config.ts';

/** An event to emit: something that the current transaction makes happen. */
export interface NewEvent {
  type: EventType;
  payload: Record<string, unknown>;
  /** The user whom it concerns: their open screens receive it. */
  userId?: string;
  /** Makes other users' open screens receive it too. */
  broadcast?: PropertyBroadcast | AdminBroadcast;
}

/** Addresses every open screen whose viewer may see a property. */
export interface PropertyBroadcast {
  propertyId: number;
  /** Without it the property's status when the command ends decides: everyone if it is public, else its viewers. */
  audience?: Exclude<EventAudience, 'admins'>;
}

/** Addresses the open screens of all admins, and of nobody else. */
export interface AdminBroadcast {
  audience: 'admins';
  propertyId?: never;
}

/** Context of `run`: the transaction, but neither the root database nor a port that does I/O. */
export interface Run<RunActor extends Actor = Actor> {
  tx: Transaction;
  actor: RunActor;
  operationId: string;
  now: Date;
  newId(): string;
  /** Writes an event to the outbox, in this transaction. */
  emit(event: NewEvent): void;
  /** Emits the same event to each user that a query of (user_id) returns. */
  emitEach(event: Omit<NewEvent, 'userId' | 'broadcast'>, recipients: SQL): Promise<void>;
}

/** Takes part in the transaction of a command of another slice that emits an event; may emit events too. */
export type InTransactionHandler = (run: Run, event: NewEvent, config: Config) => Promise<void>;

/** A handler that does something about the user whom the event concerns. */
export function forUserOf(change: (tx: Transaction, userId: string) => Promise<void>): InTransactionHandler {
  return async ({ tx }, { userId }) => {
    if (userId !== undefined) await change(tx, userId);
  };
}

/** The handlers of each type of event that has any. */
export type InTransactionHandlers = Readonly<Record<string, readonly InTransactionHandler[]>>;

/** Runs the handlers of the events of a command, and of the events that they emit, in the order of the events. */
export async function handleInTransaction(
  { inTransaction, config }: { inTransaction: InTransactionHandlers; config: Config },
  run: Run,
  events: readonly NewEvent[],
): Promise<void> {
  for (const event of events) {
    for (const handle of inTransaction[event.type] ?? []) await handle(run, event, config);
  }
}
