/** Slow, salted password hashing; a port because a browser has no argon2. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes the same time whether or not a stored hash is given, so that unknown users cannot be told apart. */
  verify(hash: string | null, password: string): Promise<boolean>;
}
