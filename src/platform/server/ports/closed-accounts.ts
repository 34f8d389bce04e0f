/** A closed account: its id and the moment, nothing about its owner. */
export interface ClosedAccount {
  userId: string;
  /** As an ISO timestamp. */
  closedAt: string;
}

/** Publishes closed accounts outside the database, so that a restored backup can be made to forget them again. */
export interface ClosedAccounts {
  publish(closed: ClosedAccount): Promise<void>;
}
