import { hash, verify } from '@node-rs/argon2';
import type { Passwords } from '../ports/passwords.ts';

const ARGON2ID = 2;
const options = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** argon2id with 19 MiB and two passes, the least that OWASP ASVS 5.0 accepts. */
export function argon2Passwords(): Passwords {
  const decoy = hash('an unknown user has this password', options);
  return {
    hash: (password) => hash(password, options),
    async verify(stored, password) {
      const matches = await verify(stored ?? (await decoy), password);
      return matches && stored !== null;
    },
  };
}
