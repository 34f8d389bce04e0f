/** Pages without the gate: the legal documents themselves, a person's money, documents and account, and help. */
const LEFT_ALONE =
  /^\/(onboarding(\/kyc)?|waitlist|learn(\/.*)?|(legal|about|offering)\/[^/]+|verify\/[^/]+|login|confirm-email|forgot-password|reset-password|wallet|share-resale|documents|settings)\/?$/;

interface Arrival {
  pathname: string;
  /** Whether there is a page at that address. */
  found: boolean;
  isDue: boolean;
  /** A dialog is open, in which someone may be about to pay. */
  isInDialog: boolean;
}

/** Whether a page that someone arrives at asks first for consent to a new version of a legal document. */
export const asksForConsent = ({ pathname, found, isDue, isInDialog }: Arrival): boolean =>
  found && isDue && !isInDialog && !LEFT_ALONE.test(pathname);
