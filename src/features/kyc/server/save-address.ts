import { defineCommand } from '#platform/server/commands/run-command.ts';
import { addressInput } from '../kyc.contract.ts';
import { editApplication, savedPart } from './edit-application.ts';

/**
 * Saves step 2.
 * @throws KYC_LOCKED
 */
export const saveAddress = defineCommand({
  name: 'kyc.saveAddress',
  input: addressInput,
  access: 'signedIn',
  whileFrozen: true,
  run: (run, address) => editApplication(run, () => address),
  audit: savedPart('address'),
});
