import { z } from 'zod';
import { invitationCode, signUpInput } from './identity.contract.ts';

/** Number of reset emails in 24 hours after which another one is sent only when no earlier link works. */
export const REPEATED_RESET_MAILS_A_DAY = 10;
/** Most reset emails to one account in 24 hours, even when every earlier link was used or has expired. */
export const MAX_RESET_MAILS_A_DAY = 50;
/** A link counts as working while at least so many minutes of its hour are left. */
export const RESET_LINK_MINUTES_LEFT = 15;

const linkToken = z.string().regex(/^[\w-]{43}$/, 'This is not one of our links.');
/** The token of a link in a mail. */
export const linkInput = z.strictObject({ token: linkToken });
export const resetPasswordInput = z.strictObject({
  token: linkToken,
  newPassword: signUpInput.shape.password,
  /** Asked for where the account starts over. */
  firstName: signUpInput.shape.firstName.optional(),
  lastName: signUpInput.shape.lastName.optional(),
  /** The code by which its owner was invited; counts only where the account starts over. */
  invitationCode: invitationCode.optional(),
});

/** The invitation by which an account was opened, for the owner of its address, who may not have used it. */
export const invitation = z.object({
  code: z.string(),
  /** The inviter's name, masked; null where it does not look like one. */
  inviterName: z.string().nullable(),
});

export const confirmedEmail = z.object({
  email: z.string(),
  changed: z.boolean(),
  /** To choose a password with, as `resetPassword` takes it; null in a browser that stays signed in. */
  newPasswordToken: z.string().nullable(),
  /** Of the account that is handed over by `newPasswordToken`; null while referrals are off. */
  invitation: invitation.nullable(),
});

/** The effect of a link in a mail, for the page that it opens. */
export const mailLink = z.object({
  state: z.enum(['ready', 'expired', 'ended', 'unknown']),
  purpose: z.enum(['confirm_email', 'change_email', 'reset_password']).nullable(),
  /** The address it was sent to. */
  email: z.string().nullable(),
  /** Name of the account's owner; null where anyone may have typed it. */
  name: z.string().nullable(),
  /** Whether its use removes everything that was set up to sign in, because nobody has confirmed the account. */
  clearsAccount: z.boolean(),
  /** Whether the password chosen by it is the first of the account's owner. */
  opensAccount: z.boolean(),
  /** By which the account was opened before; null unless `opensAccount`, and while referrals are off. */
  invitation: invitation.nullable(),
  /** Whether this browser is signed in to the account. */
  own: z.boolean(),
});

export type Invitation = z.infer<typeof invitation>;
export type MailLink = z.infer<typeof mailLink>;
export type ConfirmedEmail = z.infer<typeof confirmedEmail>;
