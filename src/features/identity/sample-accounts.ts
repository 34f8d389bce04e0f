/** The accounts of the sample world, offered on the sign-in page when it is loaded. Their password is public. */
export const SAMPLE_ACCOUNTS = [
  { label: 'Investor', email: 'investor@commonhold.test' },
  { label: 'Owner', email: 'owner@commonhold.test' },
  { label: 'Admin', email: 'admin@commonhold.test' },
  { label: 'Second admin', email: 'admin2@commonhold.test' },
] as const;

export const SAMPLE_PASSWORD = 'commonhold-sample';
