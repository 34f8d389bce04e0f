/** Time within which a purchase can be cancelled while its offering is open. */
export const CANCELLATION_HOURS = 48;
