declare module 'xirr' {
  /** The yearly rate at which these payments are worth nothing; throws when its search does not converge. */
  export default function xirr(payments: readonly { when: Date; amount: number }[]): number;
}
