import { messageOf } from '#platform/browser/errors.ts';
import type { NewPasskeyAnswer, PasskeyAnswer, PasskeyQuestion } from '../identity.contract.ts';

const NUMBERS = /^(\d+(\.\d+){3}|\[.*\])$/;

/** Whether this browser can use passkeys here; browsers make none for an IP address. */
export function passkeySupport(): 'yes' | 'no' | 'needsName' {
  if (typeof window === 'undefined' || !window.PublicKeyCredential) return 'no';
  return NUMBERS.test(location.hostname) ? 'needsName' : 'yes';
}

/** Asks the browser for a passkey; null when the person dismissed it or did not answer in time. */
export async function signWithPasskey({ options }: PasskeyQuestion): Promise<PasskeyAnswer | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const answered = await dismissible(startAuthentication({ optionsJSON: options as never }));
  if (!answered) return null;
  const { clientDataJSON, authenticatorData, signature, userHandle = null } = answered.response;
  return { id: answered.id, clientDataJSON, authenticatorData, signature, userHandle };
}

/** Asks the browser to make a passkey; null when the person dismissed it. */
export async function makePasskey({ options }: PasskeyQuestion): Promise<NewPasskeyAnswer | null> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const made = await dismissible(startRegistration({ optionsJSON: options as never }));
  if (!made) return null;
  const { clientDataJSON, attestationObject, transports = [] } = made.response;
  return { id: made.id, clientDataJSON, attestationObject, transports };
}

/** Thrown when the browser cannot create or use a passkey; its message is for people. */
class PasskeyError extends Error {}

async function dismissible<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    const { name } = error as Error;
    if (name === 'NotAllowedError' || name === 'AbortError') return null;
    if (name === 'InvalidStateError')
      throw new PasskeyError('This device already has a passkey for your account.');
    throw new PasskeyError('Your browser could not use a passkey here. Try another way.');
  }
}

/** The problem with a passkey, in the browser or on the server. */
export function passkeyProblem(error: unknown): string {
  return error instanceof PasskeyError ? error.message : messageOf(error);
}
