import { sha256 } from '../security/sha256.ts';

/**
 * A text that someone typed, among the details of an audit entry. It can name a person, so the log has a salted hash of
 * it, and the text is a row of `audit_texts`, which can be erased without breaking the chain.
 */
export class TypedText {
  constructor(readonly text: string) {}
}

/** A text that someone typed, or nothing. */
export const typed = (text: string | null | undefined): TypedText | null =>
  text === null || text === undefined || text === '' ? null : new TypedText(text);

/** Content of the log in place of a typed text. */
export interface HashedText {
  textHash: string;
}

export const isHashedText = (value: unknown): value is HashedText =>
  typeof value === 'object' && value !== null && 'textHash' in value;

/** A row of `audit_texts`. */
export interface AuditText {
  operationId: string;
  field: string;
  salt: string;
  text: string;
}

const SALT_BYTES = 16;

function newSalt(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Takes the typed texts out of the details of an audit entry. */
export function withoutTexts(
  operationId: string,
  details: Record<string, unknown>,
): { details: Record<string, unknown>; texts: AuditText[] } {
  const texts: AuditText[] = [];
  const hashed = Object.entries(details).map(([field, value]) => {
    if (!(value instanceof TypedText)) return [field, value];
    const salt = newSalt();
    texts.push({ operationId, field, salt, text: value.text });
    return [field, { textHash: sha256(salt + value.text) } satisfies HashedText];
  });
  return texts.length === 0 ? { details, texts } : { details: Object.fromEntries(hashed), texts };
}
