import { defineCommand } from '#platform/server/commands/run-command.ts';
import { beginFlow } from '../sessions/flows.ts';
import { verifiedPerson } from './sign-up-with-provider.ts';

/** Remembers a provider's account for which there is an account here, until its owner has signed in. */
export const offerProviderConnection = defineCommand({
  name: 'identity.offerProviderConnection',
  input: verifiedPerson,
  access: 'public',
  run: ({ tx, now }, data) => beginFlow(tx, { kind: 'connect_provider', data, now }),
  audit: () => ({ subject: 'sign-in' }),
});
