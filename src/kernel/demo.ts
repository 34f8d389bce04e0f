/** Where demo mode is turned on, and the cookie by which the server knows to give a browser the demo's pages. */
export const DEMO_PATH = '/demo';
export const DEMO_COOKIE = 'commonhold_demo';

export const DEMO_USER = {
  id: 'demo-user-123',
  email: 'demo@commonhold.test',
  firstName: 'Demo',
  lastName: 'User',
} as const;
