import type { SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { EventAudience } from '#db/schema/platform.ts';
import type { EventDefinition, EventType } from '#kernel/events.ts';
import type { Transaction } from '../database/db.ts';
import type { Actor } from '../security/caller.ts';
import type { Config } from './config.ts';

/** A declared event. */
type DeclaredEvent = EventDefinition<EventType>;

/** An event to emit: something that the current transaction makes happen. */
export interface NewEvent<Payload = Record<string, unknown>> {
  type: EventType;
  payload: Payload;
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

/** What is said of an event when it is emitted; its definition has the rest. */
export type EventDetails<Event extends DeclaredEvent> = Omit<NewEvent<z.input<Event['payload']>>, 'type'>;

/** Emits an event: writes it to the outbox, in the transaction of the command. */
export type Emit = <Event extends DeclaredEvent>(event: Event, details: EventDetails<Event>) => void;

/** Context of `run`: the transaction, but neither the root database nor a port that does I/O. */
export interface Run<RunActor extends Actor = Actor> {
  tx: Transaction;
  actor: RunActor;
  operationId: string;
  now: Date;
  config: Config;
  newId(): string;
  emit: Emit;
  /** Emits the same event to each user that a query of (user_id) returns. */
  emitEach<Event extends DeclaredEvent>(
    event: Event,
    details: Pick<EventDetails<Event>, 'payload'>,
    recipients: SQL,
  ): Promise<void>;
}

/** Takes part in the transaction of a command of another slice that emits an event; may emit events too. */
export type InTransactionHandler = (run: Run, event: NewEvent) => Promise<void>;

/** The handler of an event in the transaction that emits it, with the event's own payload. */
export function handlerFor<Payload extends Record<string, unknown>>(
  { payload: schema }: EventDefinition<string, z.ZodType<Payload, Record<string, unknown>>>,
  handle: (run: Run, event: NewEvent<Payload>) => Promise<void>,
): InTransactionHandler {
  return (run, event) => handle(run, { ...event, payload: schema.parse(event.payload) });
}

/** A handler that does something about the user whom the event concerns. */
export function forUserOf(change: (tx: Transaction, userId: string) => Promise<void>): InTransactionHandler {
  return async ({ tx }, { userId }) => {
    if (userId !== undefined) await change(tx, userId);
  };
}

/** The handlers of each type of event that has any. */
export type InTransactionHandlers = Readonly<Record<string, readonly InTransactionHandler[]>>;

/**
 * Runs the handlers of the events of a command, and of the events that they emit, in the order of the events.
 * @param events grows meanwhile: `run.emit` adds to its end, so the loop reaches what handlers emit
 */
export async function handleInTransaction(
  inTransaction: InTransactionHandlers,
  run: Run,
  events: readonly NewEvent[],
): Promise<void> {
  for (const event of events) {
    for (const handle of inTransaction[event.type] ?? []) await handle(run, event);
  }
}
