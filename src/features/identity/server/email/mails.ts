import type { z } from 'zod';
import { PRODUCT_NAME } from '#kernel/product.ts';
import type { Mail } from '#platform/server/ports/mailer.ts';
import { writeMail } from '#platform/server/runtime/mail.ts';
import type { SECURITY_CHANGED } from '../../identity.events.ts';

type MailContent = Pick<Mail, 'subject' | 'text' | 'html'>;

/** Without a name where nobody has confirmed the address: a stranger may have typed it. */
interface Recipient {
  name?: string | undefined;
}

const NOT_YOU = 'If this was not you, you can ignore this email. Nothing changes without the link.';

/** To a new account's address, and whenever the mail is asked for again. */
export function confirmEmailMail({ url }: { url: string }): MailContent {
  return writeMail({
    subject: 'Confirm your email',
    paragraphs: [
      `An account at ${PRODUCT_NAME} was created with this address. Confirm it’s yours, so that you can withdraw money. To stay signed in, open the link in the browser you signed up in.`,
    ],
    links: [{ label: 'Confirm this email', url }],
    closing: ['The link works once, within 24 hours.', NOT_YOU],
  });
}

/** To the owner of an address that someone tried to sign up with again. */
export function alreadyHaveAccountMail({ name, origin }: Recipient & { origin: string }): MailContent {
  return writeMail({
    subject: 'You already have an account',
    name,
    paragraphs: [
      `Someone just tried to sign up at ${PRODUCT_NAME} with this address, which already has an account. No new account was created.`,
      'If that was you, sign in to your existing account. If you do not know its password, choose a new one.',
    ],
    links: [
      { label: 'Sign in', url: `${origin}/login` },
      { label: 'Choose a new password', url: `${origin}/forgot-password` },
    ],
    closing: ['If this was not you, there is nothing to do. Your account is as it was.'],
  });
}

/** To an address whose password is to be chosen again. */
export function resetPasswordMail({ name, url }: Recipient & { url: string }): MailContent {
  return writeMail({
    subject: 'Choose a new password',
    name,
    paragraphs: [
      `A new password was requested for your account at ${PRODUCT_NAME}. Choosing one signs you out everywhere and revokes your access tokens.`,
    ],
    links: [{ label: 'Choose a new password', url }],
    closing: ['The link works once, within one hour.', NOT_YOU],
  });
}

/** To the address that an account is to change to. */
export function changeEmailMail({ url }: { url: string }): MailContent {
  return writeMail({
    subject: 'Confirm your new email',
    paragraphs: [
      `Someone asked to use this email for an account at ${PRODUCT_NAME}. If it was you, open the link in a browser that is signed in to that account.`,
    ],
    links: [{ label: 'Use this email', url }],
    closing: ['The link works once, within 24 hours.', NOT_YOU],
  });
}

/** To the owner of an address that another account asked to change to. */
export function emailTakenMail({ name, origin }: Recipient & { origin: string }): MailContent {
  return writeMail({
    subject: 'Someone asked to use your address',
    name,
    paragraphs: [
      `Someone wants to use this address for another account at ${PRODUCT_NAME}. It already has an account, so nothing was changed.`,
      'If that was you, first change the email of the account that already uses it, or keep using that account. If you do not know its password, choose a new one.',
    ],
    links: [{ label: 'Choose a new password', url: `${origin}/forgot-password` }],
  });
}

type SecurityChange = z.output<typeof SECURITY_CHANGED.payload>['change'];

/** The texts of each change, for the mail and the notification. */
export const securityTexts: Record<SecurityChange, { subject: string; text: string }> = {
  password: {
    subject: 'Your password was changed',
    text: 'Your password was changed. Other devices were signed out, and your access tokens were revoked.',
  },
  email: {
    subject: 'Your email was changed',
    text: 'Your account now uses another email. This one can no longer be used to sign in.',
  },
  earlier_access_ended: {
    subject: 'Earlier ways to sign in were removed',
    text: 'Your email is confirmed now. Access tokens, passkeys, the authenticator app and connected accounts that were added before are removed, because someone else could have added them. Add them again in Settings if you need them.',
  },
  second_factor_on: {
    subject: 'An authenticator app was added',
    text: 'From now on, signing in with your password also asks for a code from your authenticator app.',
  },
  second_factor_off: {
    subject: 'Your authenticator app was removed',
    text: 'Signing in with your password no longer asks for a code.',
  },
  second_factor_reset: {
    subject: 'Your authenticator app was removed',
    text: 'Two admins removed it as you requested, and you were signed out everywhere. Sign in with your password, and set up a new authenticator app in Settings.',
  },
  signed_out_by_admin: {
    subject: 'You were signed out',
    text: 'An admin ended one session of your account, or all of them along with its access tokens. Sign in again to continue.',
  },
  recovery_code_used: {
    subject: 'A recovery code was used',
    text: 'Someone signed in to your account with one of your recovery codes.',
  },
  recovery_codes_renewed: {
    subject: 'You have new recovery codes',
    text: 'New recovery codes were made for your account. The old ones no longer work.',
  },
  passkey_added: {
    subject: 'A passkey was added',
    text: 'A new passkey can be used to sign in to your account.',
  },
  passkey_removed: {
    subject: 'A passkey was removed',
    text: 'One of your passkeys can no longer be used.',
  },
  provider_connected: {
    subject: 'A way to sign in was added',
    text: 'An account at another provider can be used to sign in to your account.',
  },
  provider_disconnected: {
    subject: 'A way to sign in was removed',
    text: 'The account at another provider can no longer be used to sign in to your account.',
  },
  token_created: {
    subject: 'An access token was created',
    text: 'A new access token lets a script act for your account.',
  },
  token_revoked: {
    subject: 'An access token was revoked',
    text: 'Scripts that used this access token can no longer act for your account.',
  },
};

/** To a user whose way to sign in has changed. */
export function securityMail({
  name,
  change,
  origin,
}: Recipient & { change: SecurityChange; origin: string }) {
  const { subject, text } = securityTexts[change];
  return writeMail({
    subject,
    name,
    paragraphs: [
      text,
      'If this was you, there is nothing to do. If not, choose a new password right away, and check your sign-in methods, open sessions and access tokens in Settings.',
    ],
    links: [{ label: 'Choose a new password', url: `${origin}/forgot-password` }],
  });
}
