/** One message to one person; both bodies say the same. */
export interface Mail {
  /** Names the message, also towards mail servers: the same id is the same message. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Address at which one POST ends mails of this kind (RFC 8058); mail programs show it as a button. */
  unsubscribeUrl?: string;
}

/** A mail that stays with the server instead of leaving it. */
export interface StoredMail extends Mail {
  /** ISO 8601. */
  at: string;
}

/** The way mails go out. Called from jobs only, never inside a transaction; a retried job may send a mail twice. */
export interface Mailer {
  /** Resolves when the mail is handed over; rejects when it has to be tried again. */
  send(mail: Mail): Promise<void>;
  /** Mails stored on this server; null when they are sent. */
  readonly stored: {
    /** The newest first. */
    latest(): Promise<StoredMail[]>;
    byId(id: string): Promise<StoredMail | null>;
  } | null;
}
