import { z } from 'zod';
import { defineErrors } from '#kernel/errors.ts';
import { email, handle, instant, lineText, personText, usdSumText } from '#kernel/schemas.ts';

export const PASSWORD_MIN_CHARACTERS = 8;
const PASSWORD_MAX_CHARACTERS = 256;

const TOO_SHORT = `Use at least ${PASSWORD_MIN_CHARACTERS} characters.`;
const passwordOr = (missingText: string) =>
  z
    .string()
    .min(PASSWORD_MIN_CHARACTERS, { error: ({ input }) => (input === '' ? missingText : TOO_SHORT) })
    .max(PASSWORD_MAX_CHARACTERS, `Use at most ${PASSWORD_MAX_CHARACTERS} characters.`);
const password = passwordOr(TOO_SHORT);

const firstName = lineText(80, 'First name is required');
const lastName = lineText(80, 'Last name is required');

export const signUpInput = z.strictObject({ email, password, firstName, lastName });
/** Referral code of the link used; an invalid code is ignored. */
export const invitationCode = z.string().max(40);
export const signInInput = z.strictObject({
  email,
  password: z.string().min(1, 'Password is required').max(PASSWORD_MAX_CHARACTERS),
});
/** A code of the authenticator app, or a recovery code, as people type it. */
export const signInCodeInput = z.strictObject({
  code: z.string().trim().min(6, 'Enter the code.').max(40, 'This is not a valid code.'),
});
export const requestPasswordResetInput = z.strictObject({ email });
export const requestEmailChangeInput = z.strictObject({ email });
const base64url = (maxLength: number) =>
  z
    .string()
    .min(1)
    .max(maxLength)
    .regex(/^[\w-]+$/);
const flow = z.string().regex(/^[\w-]{43}$/);
export const MAX_PASSKEYS = 20;
const passkeyName = lineText(60, 'Give the passkey a name');
/** The answer of a browser that has created a passkey; binary parts are base64url. */
export const newPasskeyAnswer = z.strictObject({
  id: base64url(1_400),
  clientDataJSON: base64url(8_000),
  attestationObject: base64url(40_000),
  transports: z.array(z.string().max(20)).max(10),
});
/** The answer of a browser whose passkey has signed. */
export const passkeyAnswer = z.strictObject({
  id: base64url(1_400),
  clientDataJSON: base64url(8_000),
  authenticatorData: base64url(8_000),
  signature: base64url(8_000),
  userHandle: base64url(200).nullable(),
});
/** The options for the browser, and the token of the flow that its answer continues. */
export const passkeyQuestion = z.object({
  flow: z.string(),
  options: z.looseObject({ challenge: z.string() }),
});
export const addPasskeyInput = z.strictObject({ flow, name: passkeyName, answer: newPasskeyAnswer });
export const renamePasskeyInput = z.strictObject({ id: handle, name: passkeyName });
export const passkeySignInInput = z.strictObject({ flow, answer: passkeyAnswer });

/** Methods of re-authentication. */
export const confirmIdentityInput = z.discriminatedUnion('by', [
  z.strictObject({
    by: z.literal('password'),
    password: z.string().min(1, 'Enter your password').max(PASSWORD_MAX_CHARACTERS),
  }),
  z.strictObject({ by: z.literal('code'), code: signInCodeInput.shape.code }),
  z.strictObject({ by: z.literal('passkey'), flow, answer: passkeyAnswer }),
]);

export const beginProviderInput = z.strictObject({
  /** To sign in or up, to connect the provider's account with one's own, or to confirm one's identity. */
  purpose: z.enum(['sign_in', 'connect', 'confirm']),
  /** The page of ours to come back to. */
  returnTo: z.string().max(2_000),
});

export const updateProfileInput = z.strictObject({ firstName, lastName });
export const changePasswordInput = z.strictObject({
  currentPassword: z.string().min(1, 'Enter your current password.').max(PASSWORD_MAX_CHARACTERS),
  newPassword: passwordOr('Enter a new password.'),
});
export const role = z.enum(['user', 'admin']);

/** The user entity without secrets; `availableCash` is decimal text with two digits. */
export const user = z.object({
  id: z.string(),
  email: z.string(),
  /** Whether the address was confirmed by the link that was sent to it. */
  emailConfirmed: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.string().nullable(),
  role,
  availableCash: usdSumText,
  /** Why the account may do nothing that moves money, shares or rights; null unless it is frozen. */
  frozen: z.object({ reason: z.string(), since: instant }).nullable(),
  createdAt: instant,
  updatedAt: instant,
});

export const session = z.object({
  /** Public handle of the session, not its token. */
  id: z.string(),
  current: z.boolean(),
  device: z.string(),
  createdAt: instant,
  lastSeenAt: instant,
  expiresAt: instant,
});

/** `admin` is for admins: without it their tokens act as an ordinary user's. */
export const tokenScope = z.enum(['read', 'write', 'admin']);
export const MAX_TOKENS = 20;
export const MAX_TOKEN_DAYS = 365;
export const ADMIN_TOKEN_DAYS = 30;
export const tokenDescription = z.strictObject({
  name: lineText(60, 'Give the token a name'),
  scope: tokenScope,
});
export const createTokenInput = tokenDescription
  .extend({ expiresInDays: z.int().min(1).max(MAX_TOKEN_DAYS).nullable() })
  .refine(
    ({ scope, expiresInDays }) =>
      scope !== 'admin' || (expiresInDays !== null && expiresInDays <= ADMIN_TOKEN_DAYS),
    {
      path: ['expiresInDays'],
      message: `A token with admin access is valid for ${ADMIN_TOKEN_DAYS} days at most.`,
    },
  );
export const accessToken = z.object({
  id: z.string(),
  name: z.string(),
  scope: tokenScope,
  /** The first characters, to tell tokens apart; the rest is stored only as a hash. */
  prefix: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
  expiresAt: instant.nullable(),
});
/** The only answer that ever carries the secret. */
export const createdToken = accessToken.extend({ secret: z.string() });

export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** Whether a password manager stores it, so that it is available on several devices. */
  synced: z.boolean(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
});

/** Sign-in methods of the signed-in user, and the open steps. */
export const signInMethods = z.object({
  hasPassword: z.boolean(),
  /** An address that the account changes to when it is confirmed. */
  pendingEmail: z.string().nullable(),
  secondFactor: z.object({ enabledAt: instant, recoveryCodesLeft: z.int() }).nullable(),
  /** True for an admin whose admin pages stay closed until there is one. */
  secondFactorMissing: z.boolean(),
  passkeys: z.array(passkey),
  /** The provider of this server, and the address of the account there that is connected. */
  provider: z.object({ name: z.string(), connectedEmail: z.string().nullable() }).nullable(),
});

/** The sign-in methods beside email and password. */
export const signInOptions = z.object({
  provider: z.object({ name: z.string() }).nullable(),
  /** Path of the mails when the server stores them instead of sending them. */
  mailbox: z.string().nullable(),
});

/** The secret of an authenticator app, before its first code was right. */
export const newSecondFactor = z.object({ secret: z.string(), address: z.string() });
/** Answered once, when they are made. */
export const newRecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const sampleAccount = z.object({ label: z.string(), email: z.string(), password: z.string() });

export const roleInput = z.strictObject({
  userId: handle,
  /** For the audit log. */
  reason: personText(500, 'Enter a reason. It is recorded in the audit log.'),
});
export const resetSecondFactorInput = z.strictObject({ userId: handle });
export const endSessionsOfInput = z.strictObject({
  userId: handle,
  /** One session; without it, everything that is signed in as this person. */
  sessionId: handle.optional(),
  /** For the audit log. */
  reason: personText(500, 'Enter a reason. It is recorded in the audit log.'),
});
export const endedAccess = z.object({ endedSessions: z.int(), revokedTokens: z.int() });
export const changedRole = z.object({ userId: z.string(), role: z.enum(['user', 'admin']) });

export const identityErrors = defineErrors({
  OWN_ROLE: ['refused', 'You cannot change your own role. Ask another admin.'],
  ALREADY_ADMIN: ['conflict', 'This person is already an admin.'],
  PERSON_FROZEN: ['refused', 'This account is frozen. Unfreeze it before you make this person an admin.'],
  NOT_ADMIN: ['conflict', 'This person is not an admin.'],
  WRONG_CREDENTIALS: ['unauthenticated', 'That email and password don’t match.'],
  TOO_MANY_ATTEMPTS: ['limited', 'Too many sign-in attempts. Wait a few minutes and try again.'],
  SECOND_FACTOR_REQUIRED: ['unauthenticated', 'Enter the code from your authenticator app.'],
  WRONG_CODE: [
    'unauthenticated',
    'This code is wrong or was already used. Wait for the next one and try again.',
  ],
  SIGN_IN_EXPIRED: ['unauthenticated', 'The sign-in took too long. Start again.'],
  LINK_ENDED: ['refused', 'This link was already used, or replaced by another one.'],
  LINK_EXPIRED: ['refused', 'This link has expired. Ask for a new one.'],
  EMAIL_TAKEN: [
    'conflict',
    'There is already an account with this email. Sign in to it, or choose a new password if you forgot yours.',
  ],
  EMAIL_IN_USE: ['conflict', 'Another account already uses this email. Use a different one.'],
  SIGN_IN_TO_CHANGE_EMAIL: [
    'refused',
    'Sign in to the account that will use this email, then open the link in the email again.',
  ],
  SECOND_FACTOR_ON: ['refused', 'Your account already has an authenticator app. Remove it first.'],
  OWN_ACCESS: ['refused', 'This is your own account. Change how you sign in under Settings.'],
  SESSION_ENDED: ['conflict', 'This session has already ended.'],
  NO_SECOND_FACTOR: ['refused', 'Your account has no authenticator app.'],
  WRONG_PASSKEY: ['unauthenticated', 'This passkey is not linked to an account here. Sign in another way.'],
  PASSKEY_REFUSED: ['refused', 'The passkey could not be added. Start again.'],
  TOO_MANY_PASSKEYS: ['refused', `You have ${MAX_PASSKEYS} passkeys. Remove one before you add another.`],
  LAST_SIGN_IN_METHOD: [
    'refused',
    'This is the only way to sign in to your account. Add a password or a passkey before you remove it.',
  ],
  PROVIDER_DOWN: ['unavailable', 'The other provider is not responding. Try again, or sign in another way.'],
  PROVIDER_OTHER_EMAIL: [
    'refused',
    'The account there has a different email than the one you confirmed here.',
  ],
  PROVIDER_ACCOUNT_TAKEN: ['conflict', 'That account is already connected.'],
  SAME_EMAIL: ['refused', 'This is already your account email.'],
  EMAIL_NOT_CONFIRMED: ['refused', 'Confirm your email first: open the link in the email we sent you.'],
  WEAK_PASSWORD: [
    'refused',
    'This password is easy to guess. Choose one that is not common and does not contain your name or email.',
  ],
  WRONG_PASSWORD: ['refused', 'That is not your current password.'],
  TOO_MANY_TOKENS: ['refused', `You have ${MAX_TOKENS} access tokens. Revoke one before you create another.`],
});

export type SignUpInput = z.infer<typeof signUpInput>;
export type User = z.infer<typeof user>;
export type NewPasskeyAnswer = z.infer<typeof newPasskeyAnswer>;
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;
export type PasskeyQuestion = z.infer<typeof passkeyQuestion>;
export type SampleAccount = z.infer<typeof sampleAccount>;
export type SignInMethods = z.infer<typeof signInMethods>;
export type SignInOptions = z.infer<typeof signInOptions>;
export type Session = z.infer<typeof session>;
export type AccessToken = z.infer<typeof accessToken>;
