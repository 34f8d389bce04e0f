import { z } from 'zod';
import { defineEvent } from '#kernel/events.ts';

/** What can change about how a user signs in. */
const securityChange = z.enum([
  'password',
  'email',
  'earlier_access_ended',
  'second_factor_on',
  'second_factor_off',
  'second_factor_reset',
  'signed_out_by_admin',
  'recovery_code_used',
  'recovery_codes_renewed',
  'passkey_added',
  'passkey_removed',
  'provider_connected',
  'provider_disconnected',
  'token_created',
  'token_revoked',
]);

/**
 * Someone opened an account: it was created, and unless its address is confirmed, a mail asks to confirm it; or it was
 * cleared, and the owner of its address chose a password or connected a provider.
 */
export const SIGNED_UP = defineEvent(
  'identity.signedUp',
  z.object({ userId: z.string(), referralCode: z.string().max(40).optional() }),
);
/** Someone tried to sign up with the email of an account, whose owner gets a mail. */
export const SIGN_UP_REFUSED = defineEvent('identity.signUpRefused', z.object({ userId: z.string() }));
/** A user wants the mail to confirm their address again. */
export const CONFIRMATION_REQUESTED = defineEvent(
  'identity.confirmationRequested',
  z.object({ userId: z.string() }),
);
/** Someone who may be anyone wants to choose a new password for an address. */
export const PASSWORD_RESET_REQUESTED = defineEvent(
  'identity.passwordResetRequested',
  /** `mayRepeat`: whether a link may be mailed although an earlier one still works. */
  z.object({ email: z.string(), mayRepeat: z.boolean().default(true) }),
);
/** A user wants to have another address; it has to be confirmed. */
export const EMAIL_CHANGE_REQUESTED = defineEvent(
  'identity.emailChangeRequested',
  z.object({ userId: z.string(), email: z.string() }),
);
/** Something about how a user signs in has changed; they get a mail and a notification. */
export const SECURITY_CHANGED = defineEvent(
  'identity.securityChanged',
  z.object({
    userId: z.string(),
    change: securityChange,
    /** The earlier address, when it was the address that changed. */
    to: z.string().optional(),
  }),
);
/** An account that nobody had confirmed was handed to the owner of its email; earlier settings no longer count. */
export const ACCOUNT_CLEARED = defineEvent(
  'identity.accountCleared',
  z.object({ userId: z.string(), at: z.string() }),
);
/** The address of an account was confirmed. */
export const EMAIL_CONFIRMED = defineEvent('identity.emailConfirmed');
/** A mail with a link was prepared; the link replaces earlier ones of its kind. */
export const MAIL_LINK_ISSUED = defineEvent('identity.mailLinkIssued');
/** An admin has made someone an admin, or taken the role from them. */
export const ROLE_CHANGED = defineEvent(
  'identity.roleChanged',
  z.object({ userId: z.string(), role: z.string() }),
);
/** A passkey has another name. */
export const PASSKEY_RENAMED = defineEvent('identity.passkeyRenamed');
/** A user changed the own name. */
export const PROFILE_UPDATED = defineEvent('identity.profileUpdated');
export { SESSIONS_ENDED } from '#kernel/events.ts';

declare module '#kernel/events.ts' {
  interface SliceEvents {
    identity: typeof import('./identity.events.ts');
  }
}
