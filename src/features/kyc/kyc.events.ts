/** A person's identity check was begun, changed, submitted or decided. */
export const KYC_CHANGED = 'kyc.changed';
