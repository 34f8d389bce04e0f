/** An account was created; a mail asks to confirm its address, or tells its owner that there is an account already. */
export const SIGNED_UP = 'identity.signedUp';
/** A user wants the mail to confirm their address once more. */
export const CONFIRMATION_REQUESTED = 'identity.confirmationRequested';
/** Somebody who may be anybody wants to choose a new password for an address. */
export const PASSWORD_RESET_REQUESTED = 'identity.passwordResetRequested';
/** A user wants to have another address; it has to be confirmed. */
export const EMAIL_CHANGE_REQUESTED = 'identity.emailChangeRequested';
/** Something about how a user signs in has changed; they are told by mail. */
export const SECURITY_CHANGED = 'identity.securityChanged';
