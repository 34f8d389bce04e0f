import type { Cents } from '#kernel/money.ts';

export interface TransferOrder {
  /** Our id of the transfer; the provider treats a repeated order with the same id as the same order. */
  id: string;
  direction: 'deposit' | 'withdrawal';
  amountCents: Cents;
  /** Set for a deposit that is available immediately. */
  instant: boolean;
}

/** A transfer as the bank has it; a completed one with the amount that was moved. */
export type TransferState =
  | { status: 'pending' }
  | { status: 'completed'; amountCents: Cents }
  | { status: 'failed'; reason: string };

/** The bank side of the wallet. Called from event handlers and jobs only, never inside a transaction. */
export interface Payments {
  /** True when no real money moves. */
  readonly isSandbox: boolean;
  /** Orders a transfer; returns the provider's reference, by which it is asked about later. */
  order(order: TransferOrder): Promise<{ reference: string }>;
  /** State of an ordered transfer. */
  status(reference: string): Promise<TransferState>;
}
