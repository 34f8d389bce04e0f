import { legalAcceptances } from '#db/schema/legal.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import type { InTransactionHandler } from '#platform/server/runtime/run.ts';
import { acceptInput, legalErrors } from '../legal.contract.ts';
import { LEGAL_ACCEPTED } from '../legal.events.ts';
import { documentsAt } from './documents.ts';
import { legalStateOf } from './legal.queries.ts';

/**
 * Records that the caller accepts the current version of a document; a second time changes nothing.
 * @throws OLD_VERSION when another one was read
 */
export const accept = defineCommand({
  name: 'legal.accept',
  input: acceptInput,
  access: 'signedIn',
  whileFrozen: true,
  async run({ tx, now, actor: { userId }, emit }, { id, version }) {
    if (documentsAt(now)[id].version !== version) throw new DomainError(legalErrors.OLD_VERSION);
    const states = await legalStateOf(tx, userId, now);
    if (states.some(({ document, acceptedAt }) => document.id === id && acceptedAt === null)) {
      await tx
        .insert(legalAcceptances)
        .values({ userId, document: id, version, acceptedAt: now })
        .onConflictDoNothing();
    }
    emit(LEGAL_ACCEPTED, { userId, payload: { document: id, version } });
    return { id, version };
  },
  audit: ({ id, version }, _, actor) => ({
    subject: `user:${actor.userId}`,
    details: { document: id, version },
  }),
});

/**
 * Opening an account accepts the current versions, also one that was cleared: each page that does it says so, with a link
 * to each.
 */
export const acceptAtSignUp: InTransactionHandler = async ({ tx, now }, { userId }) => {
  if (userId === undefined) return;
  await tx
    .insert(legalAcceptances)
    .values(
      Object.values(documentsAt(now)).map(({ id, version }) => ({
        userId,
        document: id,
        version,
        acceptedAt: now,
      })),
    )
    .onConflictDoNothing();
};
