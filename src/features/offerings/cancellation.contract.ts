/** Time within which a purchase can be canceled while its offering is open. */
export const CANCELLATION_HOURS = 48;
