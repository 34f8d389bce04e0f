import { z } from 'zod';
import { handle } from '#kernel/schemas.ts';
import {
  adminProcedure,
  publicProcedure,
  router,
  signedInProcedure,
} from '#platform/server/transport/trpc.ts';
import {
  accessToken,
  addPasskeyInput,
  beginProviderInput,
  changedRole,
  changePasswordInput,
  confirmIdentityInput,
  createdToken,
  createTokenInput,
  endedAccess,
  endSessionsOfInput,
  newRecoveryCodes,
  newSecondFactor,
  passkey,
  passkeyQuestion,
  passkeySignInInput,
  renamePasskeyInput,
  requestEmailChangeInput,
  requestPasswordResetInput,
  resetSecondFactorInput,
  roleInput,
  sampleAccount,
  session,
  signInCodeInput,
  signInInput,
  signInMethods as signInMethodsOutput,
  signInOptions as signInOptionsOutput,
  signUpInput,
  updateProfileInput,
  user,
} from '../identity.contract.ts';
import { confirmedEmail, linkInput, mailLink, resetPasswordInput } from '../mail-links.contract.ts';
import { signUp } from './accounts/sign-up.ts';
import { updateProfile } from './accounts/update-profile.ts';
import { confirmEmail } from './email/confirm-email.ts';
import { mailLinkOf } from './email/mail-links.ts';
import { requestConfirmation } from './email/request-confirmation.ts';
import { requestEmailChange } from './email/request-email-change.ts';
import { me, sampleAccounts, sessions, signInMethods, signInOptions, tokens } from './identity.queries.ts';
import { addPasskey } from './passkeys/add-passkey.ts';
import { beginAddingPasskey } from './passkeys/begin-adding-passkey.ts';
import { beginPasskeyConfirmation } from './passkeys/begin-passkey-confirmation.ts';
import { beginPasskeySignIn } from './passkeys/begin-passkey-sign-in.ts';
import { removePasskey } from './passkeys/remove-passkey.ts';
import { renamePasskey } from './passkeys/rename-passkey.ts';
import { signInWithPasskey } from './passkeys/sign-in-with-passkey.ts';
import { changePassword } from './password/change-password.ts';
import { requestPasswordReset } from './password/request-password-reset.ts';
import { resetPassword } from './password/reset-password.ts';
import { beginProviderSignIn } from './provider/begin-provider-sign-in.ts';
import { connectProvider } from './provider/connect-provider.ts';
import { disconnectProvider } from './provider/disconnect-provider.ts';
import { signUpWithProvider } from './provider/sign-up-with-provider.ts';
import { grantAdminRole } from './roles/grant-admin-role.ts';
import { takeAdminRole } from './roles/take-admin-role.ts';
import { disableSecondFactor } from './second-factor/disable-second-factor.ts';
import { enableSecondFactor } from './second-factor/enable-second-factor.ts';
import { renewRecoveryCodes } from './second-factor/renew-recovery-codes.ts';
import { resetSecondFactor } from './second-factor/reset-second-factor.ts';
import { startSecondFactor } from './second-factor/start-second-factor.ts';
import { confirmIdentity } from './sessions/confirm-identity.ts';
import { confirmSignIn } from './sessions/confirm-sign-in.ts';
import { createToken } from './sessions/create-token.ts';
import { endSessionsOf } from './sessions/end-sessions-of.ts';
import { revokeSession } from './sessions/revoke-session.ts';
import { revokeToken } from './sessions/revoke-token.ts';
import { signIn } from './sessions/sign-in.ts';

const byId = z.strictObject({ id: handle });
const requested = z.object({ requested: z.literal(true) });

export const identityRouter = router({
  /** The signed-in user, or null for a visitor. */
  me: publicProcedure
    .meta({ onPrimary: true })
    .output(user.nullable())
    .query(({ ctx }) => me(ctx.platform.db, ctx.caller.actor)),
  sampleAccounts: publicProcedure
    .output(z.array(sampleAccount))
    .query(({ ctx }) => sampleAccounts(ctx.platform)),
  signUp: publicProcedure
    .input(signUpInput)
    .output(user)
    .mutation(({ ctx, input }) => signUp(ctx, input)),
  signIn: publicProcedure
    .input(signInInput)
    .output(user)
    .mutation(({ ctx, input }) => signIn(ctx, input)),
  confirmSignIn: publicProcedure
    .input(signInCodeInput)
    .output(user)
    .mutation(({ ctx, input }) => confirmSignIn(ctx, input)),
  /** The sign-in methods beside email and password. */
  signInOptions: publicProcedure.output(signInOptionsOutput).query(({ ctx }) => signInOptions(ctx.platform)),
  beginPasskeySignIn: publicProcedure.output(passkeyQuestion).mutation(({ ctx }) => beginPasskeySignIn(ctx)),
  signInWithPasskey: publicProcedure
    .input(passkeySignInInput)
    .output(user)
    .mutation(({ ctx, input }) => signInWithPasskey(ctx, input)),
  beginProviderSignIn: publicProcedure
    .input(beginProviderInput)
    .output(z.object({ address: z.string() }))
    .mutation(({ ctx, input }) => beginProviderSignIn(ctx, input)),
  signUpWithProvider: publicProcedure.output(user).mutation(({ ctx }) => signUpWithProvider(ctx)),
  connectProvider: signedInProcedure
    .output(z.object({ connected: z.literal(true) }))
    .mutation(({ ctx }) => connectProvider(ctx)),
  disconnectProvider: signedInProcedure
    .output(z.object({ disconnected: z.literal(true) }))
    .mutation(({ ctx }) => disconnectProvider(ctx, {})),
  grantAdminRole: adminProcedure
    .input(roleInput)
    .output(changedRole)
    .mutation(({ ctx, input }) => grantAdminRole(ctx, input)),
  takeAdminRole: adminProcedure
    .input(roleInput)
    .output(changedRole)
    .mutation(({ ctx, input }) => takeAdminRole(ctx, input)),
  requestConfirmation: signedInProcedure
    .output(requested)
    .mutation(({ ctx }) => requestConfirmation(ctx, {})),
  requestPasswordReset: publicProcedure
    .input(requestPasswordResetInput)
    .output(requested)
    .mutation(({ ctx, input }) => requestPasswordReset(ctx, input)),
  /** The purpose of a link in a mail; asked by POST, because the token is a secret. */
  mailLink: publicProcedure
    .meta({ onPrimary: true })
    .input(linkInput)
    .output(mailLink)
    .query(({ ctx: { platform, caller }, input }) => mailLinkOf(platform, input.token, caller.actor)),
  confirmEmail: publicProcedure
    .input(linkInput)
    .output(confirmedEmail)
    .mutation(({ ctx, input }) => confirmEmail(ctx, input)),
  resetPassword: publicProcedure
    .input(resetPasswordInput)
    .output(z.object({ email: z.string() }))
    .mutation(({ ctx, input }) => resetPassword(ctx, input)),
  requestEmailChange: signedInProcedure
    .input(requestEmailChangeInput)
    .output(requested)
    .mutation(({ ctx, input }) => requestEmailChange(ctx, input)),
  confirmIdentity: signedInProcedure
    .input(confirmIdentityInput)
    .output(z.object({ confirmed: z.literal(true) }))
    .mutation(({ ctx, input }) => confirmIdentity(ctx, input)),
  signInMethods: signedInProcedure
    .meta({ onPrimary: true })
    .output(signInMethodsOutput)
    .query(({ ctx }) => signInMethods(ctx.platform, ctx.caller.actor)),
  startSecondFactor: signedInProcedure
    .output(newSecondFactor)
    .mutation(({ ctx }) => startSecondFactor(ctx, {})),
  enableSecondFactor: signedInProcedure
    .input(signInCodeInput)
    .output(newRecoveryCodes)
    .mutation(({ ctx, input }) => enableSecondFactor(ctx, input)),
  renewRecoveryCodes: signedInProcedure
    .output(newRecoveryCodes)
    .mutation(({ ctx }) => renewRecoveryCodes(ctx, {})),
  disableSecondFactor: signedInProcedure
    .output(z.object({ disabled: z.literal(true) }))
    .mutation(({ ctx }) => disableSecondFactor(ctx, {})),
  beginAddingPasskey: signedInProcedure
    .output(passkeyQuestion)
    .mutation(({ ctx }) => beginAddingPasskey(ctx)),
  beginPasskeyConfirmation: signedInProcedure
    .output(passkeyQuestion)
    .mutation(({ ctx }) => beginPasskeyConfirmation(ctx)),
  addPasskey: signedInProcedure
    .input(addPasskeyInput)
    .output(passkey)
    .mutation(({ ctx, input }) => addPasskey(ctx, input)),
  renamePasskey: signedInProcedure
    .input(renamePasskeyInput)
    .output(passkey)
    .mutation(({ ctx, input }) => renamePasskey(ctx, input)),
  removePasskey: signedInProcedure
    .input(byId)
    .output(z.object({ removed: z.literal(true) }))
    .mutation(({ ctx, input }) => removePasskey(ctx, input)),
  updateProfile: signedInProcedure
    .input(updateProfileInput)
    .output(user)
    .mutation(({ ctx, input }) => updateProfile(ctx, input)),
  changePassword: signedInProcedure
    .input(changePasswordInput)
    .output(z.object({ endedSessions: z.int(), revokedTokens: z.int() }))
    .mutation(({ ctx, input }) => changePassword(ctx, input)),
  sessions: signedInProcedure
    .meta({ onPrimary: true })
    .output(z.array(session))
    .query(({ ctx }) => sessions(ctx.platform, ctx.caller.actor)),
  endSessionsOf: adminProcedure
    .input(endSessionsOfInput)
    .output(endedAccess)
    .mutation(({ ctx, input }) => endSessionsOf(ctx, input)),
  resetSecondFactor: adminProcedure
    .input(resetSecondFactorInput)
    .output(endedAccess)
    .mutation(({ ctx, input }) => resetSecondFactor(ctx, input)),
  revokeSession: signedInProcedure
    .input(byId)
    .output(z.object({ revoked: z.literal(true) }))
    .mutation(({ ctx, input }) => revokeSession(ctx, input)),
  tokens: signedInProcedure
    .meta({ onPrimary: true })
    .output(z.array(accessToken))
    .query(({ ctx }) => tokens(ctx.platform.db, ctx.caller.actor)),
  createToken: signedInProcedure
    .input(createTokenInput)
    .output(createdToken)
    .mutation(({ ctx, input }) => createToken(ctx, input)),
  revokeToken: signedInProcedure
    .input(byId)
    .output(z.object({ revoked: z.literal(true) }))
    .mutation(({ ctx, input }) => revokeToken(ctx, input)),
});
