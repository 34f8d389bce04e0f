/** Minimum age of the role of an admin who carries out what another one requests. */
export const MIN_ROLE_HOURS = 24;
