/**
 * Someone opened an account: it was created, and unless its address is confirmed, a mail asks to confirm it; or it was
 * cleared, and the owner of its address chose a password or connected a provider.
 */
export const SIGNED_UP = 'identity.signedUp';
/** Someone tried to sign up with the email of an account, whose owner gets a mail. */
export const SIGN_UP_REFUSED = 'identity.signUpRefused';
/** A user wants the mail to confirm their address again. */
export const CONFIRMATION_REQUESTED = 'identity.confirmationRequested';
/** Someone who may be anyone wants to choose a new password for an address. */
export const PASSWORD_RESET_REQUESTED = 'identity.passwordResetRequested';
/** A user wants to have another address; it has to be confirmed. */
export const EMAIL_CHANGE_REQUESTED = 'identity.emailChangeRequested';
/** Something about how a user signs in has changed; they get a mail and a notification. */
export const SECURITY_CHANGED = 'identity.securityChanged';
/** An account that nobody had confirmed was handed to the owner of its email; earlier settings no longer count. */
export const ACCOUNT_CLEARED = 'identity.accountCleared';
/** The address of an account was confirmed. */
export const EMAIL_CONFIRMED = 'identity.emailConfirmed';
/** A mail with a link was prepared; the link replaces earlier ones of its kind. */
export const MAIL_LINK_ISSUED = 'identity.mailLinkIssued';
/** An admin has made someone an admin, or taken the role from them. */
export const ROLE_CHANGED = 'identity.roleChanged';
/** A passkey has another name. */
export const PASSKEY_RENAMED = 'identity.passkeyRenamed';
/** A user changed the own name. */
export const PROFILE_UPDATED = 'identity.profileUpdated';
export { SESSIONS_ENDED } from '#kernel/events.ts';

declare module '#kernel/events.ts' {
  interface SliceEvents {
    identity: typeof import('./identity.events.ts');
  }
}
