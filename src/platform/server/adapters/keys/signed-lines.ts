import { createPublicKey, sign, verify } from 'node:crypto';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { present } from '#kernel/assert.ts';
import type { DataKey } from '../../security/vault.ts';
import { signingKey } from './signing-key.ts';

/** What the lines of a file are about: each is an object of JSON with the name of its key and its signature. */
export interface SignedLineFormat<Content extends object> {
  /** What the signatures are for; part of the signed text, and of the derivation of the signing key. */
  purpose: string;
  schema: z.ZodType<Content>;
  /** The signed values, in their order. */
  valuesOf(content: Content): unknown[];
  /** End of the sentence about a line that does not fit the schema. */
  misfit: string;
  UntrustedError: new (message: string) => Error;
}

const signatureOf = z.object({
  /** The name of the data key from which the signing key is derived. */
  key: z.string(),
  signature: z.string(),
});

const signedText = <Content extends object>(
  { purpose, valuesOf }: SignedLineFormat<Content>,
  content: Content,
  key: string,
) => Buffer.from(JSON.stringify([purpose, ...valuesOf(content), key]));

/** Lines of a file are appended one after the other, so that none is taken for the rest of another. */
const lastAppended = new Map<string, Promise<unknown>>();

/** More than any line has. */
const MAX_LINE_BYTES = 64 * 1024;

/**
 * Appends an object, signed with the first of the keys, as one line of JSON and waits for the disk; only the server's
 * user may read the file. A line that a full disk or a crash has cut short is removed first: it was never reported as
 * written, and the new one would continue it.
 * @returns what was written
 */
export function appendSignedLine<Content extends object>(
  file: string,
  format: SignedLineFormat<Content>,
  keys: readonly DataKey[],
  content: Content,
): Promise<Content & z.infer<typeof signatureOf>> {
  const before = lastAppended.get(file) ?? Promise.resolve();
  const appended = before.then(() => append(file, format, keys, content));
  lastAppended.set(
    file,
    appended.catch(() => undefined),
  );
  return appended;
}

async function append<Content extends object>(
  file: string,
  format: SignedLineFormat<Content>,
  keys: readonly DataKey[],
  content: Content,
): Promise<Content & z.infer<typeof signatureOf>> {
  const newest = present(keys[0], 'a data key');
  const signature = sign(null, signedText(format, content, newest.id), signingKey(newest, format.purpose));
  const signed = { ...content, key: newest.id, signature: signature.toString('base64') };
  await mkdir(dirname(file), { recursive: true });
  const handle = await open(file, 'a+', 0o600);
  try {
    await removeCutLine(handle);
    await handle.appendFile(`${JSON.stringify(signed)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return signed;
}

async function removeCutLine(handle: FileHandle): Promise<void> {
  const { size } = await handle.stat();
  const from = Math.max(0, size - MAX_LINE_BYTES);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - from), 0, size - from, from);
  const end = from + buffer.subarray(0, bytesRead).lastIndexOf('\n') + 1;
  if (end < size) await handle.truncate(end);
}

/**
 * The objects of such a file, each with a valid signature. The last line may be cut short by a crash.
 * @throws UntrustedError of the format, which says which line and why
 */
export function readSignedLines<Content extends object>(
  text: string,
  format: SignedLineFormat<Content>,
  keys: readonly DataKey[],
): Content[] {
  const complete = text.slice(0, text.lastIndexOf('\n') + 1);
  return complete
    .split('\n')
    .filter(Boolean)
    .map((line, index) => {
      const refuse = (why: string) => new format.UntrustedError(`Line ${index + 1} ${why}`);
      const stored = jsonOf(line);
      const [content, signed] = [format.schema.safeParse(stored), signatureOf.safeParse(stored)];
      if (!content.success || !signed.success) throw refuse(format.misfit);
      const key = keys.find(({ id }) => id === signed.data.key);
      if (!key)
        throw refuse(`was signed with the data key "${signed.data.key}", which DATA_KEYS does not have.`);
      const publicKey = createPublicKey(signingKey(key, format.purpose));
      const signature = Buffer.from(signed.data.signature, 'base64');
      if (!verify(null, signedText(format, content.data, key.id), publicKey, signature))
        throw refuse('has a wrong signature.');
      return content.data;
    });
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
