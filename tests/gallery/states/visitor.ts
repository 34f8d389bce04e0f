import { holdBack } from '../../e2e/actors.ts';
import { expect, signInAs } from '../../e2e/fixtures.ts';
import type { Scene, State } from './state.ts';

const STARTS_WITHIN = { timeout: 60_000 };

/** A page as it is when it is loaded, with a heading or text that shows. */
const page = (name: string, address: string, shown: string): State => ({
  name,
  async open(at) {
    await at.goto(address);
    await expect(at.getByText(shown).first()).toBeVisible();
  },
});

/** Does something on the public pages. */
export const visitor: Scene = {
  person: 'a visitor who does something',
  arrive: async () => [
    {
      name: 'menu on a phone',
      widths: [360, 768],
      async open(at) {
        await at.setViewportSize({ width: 360, height: 900 });
        await at.goto('/');
        await at.getByRole('button', { name: 'Open the menu' }).click();
        await expect(at.getByRole('dialog', { name: 'Menu' })).toBeVisible();
      },
    },
    {
      name: 'sign-in with a wrong password',
      async open(at) {
        await at.goto('/login');
        await at.getByLabel('Email', { exact: true }).fill('investor@commonhold.test');
        await at.getByLabel('Password', { exact: true }).fill('wrong-password');
        await at.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
        await expect(at.getByRole('main').getByRole('alert')).toBeVisible();
      },
    },
    {
      name: 'sign-up with a short password',
      async open(at) {
        await at.goto('/login?mode=sign-up');
        await at.getByLabel('Password', { exact: true }).fill('short');
        await at.getByRole('main').getByRole('button', { name: 'Create account' }).click();
        await expect(at.locator('[aria-invalid="true"]').first()).toBeVisible();
      },
    },
    page('waitlist, joined', '/waitlist?outcome=joined', 'Welcome to the waitlist'),
    page('waitlist, joined before', '/waitlist?outcome=already-registered', 'already on our waitlist'),
  ],
};

/** Visits after the launch, where the waitlist is a list for updates. */
export const laterVisitor: Scene = {
  person: 'a visitor after the launch',
  arrive: async () => [
    page('landing page', '/', 'Get updates'),
    page('list for updates', '/waitlist', 'Get updates'),
    page('list for updates, joined', '/waitlist?outcome=joined', 'Add Another Email'),
  ],
};

/** Has not accepted the legal documents as they are now. */
export const reader: Scene = {
  person: 'a member with new legal documents',
  async arrive(at) {
    await signInAs(at, 'investor');
    return [
      page('consent', '/dashboard', 'Accept and continue'),
      {
        name: 'consent, a document open',
        async open() {
          await at.getByText('Read the whole document').first().click();
          await expect(at.getByText('One account belongs to one person')).toBeVisible();
        },
      },
    ];
  },
};

const viewAs = (person: string, shown: string): State => ({
  name: `demo, viewed as ${person}`,
  async open(at) {
    const choice = at.getByRole('group', { name: 'View the demo as' });
    await choice.getByRole('button', { name: person }).click();
    await expect(at.getByText(shown).first()).toBeVisible(STARTS_WITHIN);
  },
});

/** Tries the demo. */
export const demoVisitor: Scene = {
  person: 'a visitor of the demo',
  arrive: async () => [
    {
      name: 'demo, opening',
      async open(at) {
        await holdBack(at.context(), /\.wasm$/);
        await at.goto('/demo');
        await expect(at.getByRole('heading', { name: 'Your Portfolio' })).toBeVisible(STARTS_WITHIN);
        await expect(at.getByRole('progressbar', { name: 'Loading the demo' })).toBeVisible();
      },
    },
    {
      name: 'demo',
      async open(at) {
        await at.goto('/demo');
        await expect(at.getByRole('complementary', { name: 'Demo mode' })).toBeVisible(STARTS_WITHIN);
        await expect(at.getByText("Opening the demo's database")).toBeHidden(STARTS_WITHIN);
      },
    },
    viewAs('Owner', 'Earnings distribution'),
    viewAs('Admin', 'Waiting for you'),
  ],
};
