export interface WebhookCall {
  url: string;
  /** The same in every repetition of a call, so that its receiver can ignore duplicates. */
  key: string;
  body: Record<string, unknown>;
}

/** Tells another system of something. */
export interface Webhooks {
  /** Resolves once the other system has taken it; what it says is not read. Throws when it did not. */
  post(call: WebhookCall): Promise<void>;
}
