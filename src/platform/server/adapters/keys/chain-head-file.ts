import type { Logger } from 'pino';
import { z } from 'zod';
import type { ChainHead, ChainHeads } from '../../ports/chain-heads.ts';
import type { DataKey } from '../../security/vault.ts';
import { appendSignedLine, readSignedLines, type SignedLineFormat } from './signed-lines.ts';

/** A file of heads that is not trustworthy; the message says which line and why. */
export class ChainHeadError extends Error {}

const format: SignedLineFormat<ChainHead> = {
  purpose: 'commonhold audit chain head',
  schema: z.object({
    position: z.int().positive(),
    hash: z.string().regex(/^[0-9a-f]{64}$/),
    at: z.iso.datetime(),
  }),
  valuesOf: ({ position, hash, at }) => [position, hash, at],
  misfit: 'is no head of an audit chain.',
  UntrustedError: ChainHeadError,
};

/**
 * Appends each head, signed, to a file, one JSON object a line, and writes it to the log as well. A head that is the
 * last one that this process has published is passed over.
 * @param keys the data keys; the first one signs
 */
export function chainHeadFile(file: string, keys: readonly DataKey[], log: Logger): ChainHeads {
  let published = 0;
  return {
    async publish(head) {
      if (head.position === published) return;
      const chainHead = await appendSignedLine(file, format, keys, head);
      log.info({ chainHead }, 'head of the audit chain');
      published = head.position;
    },
  };
}

/**
 * The heads of such a file, each with a valid signature. The last line may be cut short by a crash.
 * @throws ChainHeadError
 */
export function readChainHeads(text: string, keys: readonly DataKey[]): ChainHead[] {
  const heads = readSignedLines(text, format, keys);
  if (heads.length === 0) throw new ChainHeadError('It holds no published head of the audit chain.');
  return heads;
}
