import type { LiveMap } from '#platform/browser/live-map.ts';
import type * as events from './identity.events.ts';

const account = { person: ['identity'] } as const;

export const identityLive: LiveMap<typeof events> = {
  'identity.signedUp': account,
  'identity.signUpRefused': {},
  'identity.confirmationRequested': {},
  'identity.passwordResetRequested': {},
  'identity.emailChangeRequested': { person: ['identity.signInMethods'] },
  'identity.securityChanged': { person: ['identity'], admin: ['backOffice'] },
  'identity.accountCleared': account,
  // Without a confirmed address, deposits are limited.
  'identity.emailConfirmed': { person: ['identity', 'wallet.overview'] },
  'identity.mailLinkIssued': {},
  'identity.roleChanged': { person: ['identity'], admin: ['backOffice'] },
  'identity.passkeyRenamed': { person: ['identity.signInMethods'] },
  'identity.profileUpdated': { person: ['identity.me'] },
  'identity.sessionsEnded': { person: ['identity'], admin: ['backOffice'] },
};
