import { defineCommand } from '#platform/server/commands/run-command.ts';
import { employmentInput } from '../kyc.contract.ts';
import { editApplication, savedPart } from './edit-application.ts';

/**
 * Saves step 3.
 * @throws KYC_LOCKED
 */
export const saveEmployment = defineCommand({
  name: 'kyc.saveEmployment',
  input: employmentInput,
  access: 'signedIn',
  whileFrozen: true,
  run: (run, { status, income, employer, occupation, investorStatus }) =>
    editApplication(run, () => ({ employmentStatus: status, income, employer, occupation, investorStatus })),
  audit: savedPart('employment'),
});
