/** Slow, salted password hashing; a port because a browser has no argon2. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes the same time with and without a stored hash, so that timing does not reveal unknown users. */
  verify(hash: string | null, password: string): Promise<boolean>;
}
