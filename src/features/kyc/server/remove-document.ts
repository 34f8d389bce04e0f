import { discardFile } from '#features/files/server/index.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { removeDocumentInput } from '../kyc.contract.ts';
import { editApplication, savedPart } from './edit-application.ts';

/**
 * Takes a document out of the caller's application; its file is erased.
 * @throws KYC_LOCKED
 */
export const removeDocument = defineCommand({
  name: 'kyc.removeDocument',
  input: removeDocumentInput,
  access: 'signedIn',
  whileFrozen: true,
  run: (run, { kind }) =>
    editApplication(run, async (before) => {
      const removed = before?.[kind];
      if (removed) await discardFile(run, removed);
      return { [kind]: null };
    }),
  audit: savedPart('documents'),
});
