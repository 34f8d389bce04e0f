/** The end of the audit chain at a moment: how many rows are sealed, and the hash of the last seal. */
export interface ChainHead {
  position: number;
  hash: string;
  /** When it was published, as an ISO timestamp. */
  at: string;
}

/** Where heads of the audit chain are published, so that nobody can cut off its end unseen. */
export interface ChainHeads {
  publish(head: ChainHead): Promise<void>;
}
