interface WebhookCall {
  url: string;
  /** The same in every repetition of a call, so that its receiver can ignore duplicates. */
  key: string;
  body: Record<string, unknown>;
}

/** Calls to another system's webhook. */
export interface Webhooks {
  /** Resolves once the other system has accepted it; the answer's body is not read. Throws when it did not. */
  post(call: WebhookCall): Promise<void>;
}
