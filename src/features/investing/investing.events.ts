/** A user bought shares on the primary market. */
export const INVESTED = 'investing.invested';
