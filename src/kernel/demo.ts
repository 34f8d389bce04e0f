/** Path that turns demo mode on, and the cookie that makes the server answer with the demo's pages. */
export const DEMO_PATH = '/demo';
export const DEMO_COOKIE = 'commonhold_demo';

export const DEMO_USER = {
  id: 'demo-user-123',
  email: 'demo@commonhold.test',
  firstName: 'Demo',
  lastName: 'User',
} as const;

/** Roles of a visitor of the demo, each with the rights of such an account and no others. */
export const demoPeople = {
  investor: { ...DEMO_USER, role: 'user' },
  owner: {
    id: 'demo-owner-123',
    email: 'demo-owner@commonhold.test',
    firstName: 'Demo',
    lastName: 'Owner',
    role: 'user',
  },
  admin: {
    id: 'demo-admin-123',
    email: 'demo-admin@commonhold.test',
    firstName: 'Demo',
    lastName: 'Admin',
    role: 'admin',
  },
} as const;

export type DemoPerson = keyof typeof demoPeople;
