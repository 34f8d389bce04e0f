/** The end of the audit chain at a moment: how many rows are sealed, and the hash of the last seal. */
export interface ChainHead {
  position: number;
  hash: string;
  /** When it was published, as an ISO timestamp. */
  at: string;
}

/** Publishes heads of the audit chain outside the database, so that cutting off its end is noticed. */
export interface ChainHeads {
  publish(head: ChainHead): Promise<void>;
}
