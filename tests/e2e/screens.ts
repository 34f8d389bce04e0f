import type { Page } from '@playwright/test';
import { buy, type Market, signUp } from './actors.ts';
import { expect, signInAs } from './fixtures.ts';

export interface Screen {
  name: string;
  /** Of the page: what stands before the product's name, or a pattern of the whole. */
  title: string | RegExp;
  /** The file of its route. */
  route: string;
  open(page: Page): Promise<void>;
}

export interface Visit {
  /** The person whose screens these are. */
  person: string;
  arrive?(page: Page, market: Market): Promise<unknown>;
  screens: Screen[];
}

const heading = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

/** Navigates within the app, as a link does, once it is open; a full page load takes three times as long. */
async function visit(page: Page, address: string) {
  if (page.url() === 'about:blank') {
    await page.goto(address);
    return;
  }
  await page.evaluate((to) => history.pushState({}, '', to), address);
  await expect(page).toHaveURL(address);
}

export async function expectComplete(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** A screen of visitors as it is when its page is loaded. */
export const loaded = (route: string, address: string, title: string): Screen => ({
  name: title,
  title,
  route,
  async open(page) {
    await page.goto(address);
    await expectComplete(page);
  },
});

/** A screen of members as it is when it is opened. */
export const opened = (route: string, address: string, title: string): Screen => ({
  name: title,
  title,
  route,
  async open(page) {
    if ((await page.title()) === `${title} · Commonhold`) await page.goto(address);
    else await visit(page, address);
    await expect(page).toHaveTitle(`${title} · Commonhold`);
    await expectComplete(page);
  },
});

/** The screens of each kind of person, and the states of them that a person meets. */
export const visits: Visit[] = [
  {
    person: 'a visitor',
    screens: [
      loaded('forgot-password', '/forgot-password', 'Reset your password'),
      loaded('reset-password', '/reset-password?token=unknown', 'Choose a new password'),
      loaded('confirm-email', '/confirm-email?token=unknown', 'Confirm your email'),
      loaded('legal.$document', '/legal/terms', 'Terms of Service'),
      loaded('about.$page', '/about/fees', 'Fees and limits'),
      loaded('about.$page', '/about/status', 'Status'),
      loaded('offering.$slug', '/offering/3', 'Highland Park Duplex, Denver, CO'),
      {
        name: 'landing page',
        title: 'Own shares of real buildings from $100',
        route: 'index',
        async open(page) {
          await page.goto('/');
          await heading(page, 'Own a share of the buildings around you');
        },
      },
      {
        name: 'sign-in page, after a refusal',
        title: 'Sign in',
        route: 'login',
        async open(page) {
          await page.goto('/login');
          await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
          await expect(page.getByText('Password is required')).toBeVisible();
          await expect(page.getByRole('button', { name: /^Investor/ })).toBeVisible();
        },
      },
      {
        name: 'sign-up page',
        title: 'Create account',
        route: 'login',
        async open(page) {
          await page.goto('/login?mode=sign-up');
          await heading(page, 'Create your account');
        },
      },
      {
        name: 'page that does not exist',
        title: 'Page not found',
        route: '__root',
        async open(page) {
          await page.goto('/no/such/page');
          await heading(page, '404 Page Not Found');
        },
      },
    ],
  },
  {
    person: 'a new member who looks around',
    arrive: (page) => signUp(page.request),
    screens: [
      opened('properties', '/properties', 'Home'),
      {
        name: 'home of a new member',
        title: 'Home',
        route: 'index',
        async open(page) {
          await page.goto('/');
          await expect(page.getByRole('link', { name: 'View Details' }).first()).toBeVisible();
        },
      },
      {
        name: 'marketplace',
        title: 'Marketplace',
        route: 'investor-marketplace',
        async open(page) {
          await visit(page, '/investor-marketplace?map=true');
          await expect(page.getByRole('button', { name: 'Invest Now' }).first()).toBeVisible();
          const map = page.getByRole('list', { name: 'Properties on the map' });
          await map.getByRole('button').first().click();
        },
      },
      {
        name: 'marketplace where nothing is found',
        title: 'Marketplace',
        route: 'investor-marketplace',
        async open(page) {
          await visit(page, '/investor-marketplace?q=nothing-has-this-name');
          await expect(page.getByRole('heading', { name: 'No properties match your filters' })).toBeVisible();
        },
      },
      {
        name: 'property page',
        title: 'Sunset Villas',
        route: 'property.$id',
        async open(page) {
          await visit(page, '/property/1');
          await heading(page, 'Sunset Villas');
          const show = page.getByRole('button', { name: 'Show map' });
          await show.or(page.getByRole('button', { name: 'Hide map' })).waitFor();
          if (await show.isVisible()) await show.click();
          await expect(page.getByRole('img', { name: /^Sunset Villas on a map/ })).toBeVisible();
        },
      },
      {
        name: 'link to a long tab of a property',
        title: 'Sunset Villas',
        route: 'property.$id',
        async open(page) {
          await page.goto('/property/1?tab=documents');
          await expect(page.getByRole('row').filter({ hasText: 'Offering memorandum' })).toBeVisible();
          await expectComplete(page);
        },
      },
      {
        name: 'link to a short tab of a property',
        title: 'Mill Race Studios',
        route: 'property.$id',
        async open(page) {
          await page.goto('/property/14?tab=distributions');
          await expect(page.getByRole('heading', { name: 'Nothing distributed yet' })).toBeVisible();
          await expectComplete(page);
        },
      },
      {
        name: 'invest dialog',
        title: 'Sunset Villas',
        route: 'property.$id',
        async open(page) {
          await visit(page, '/property/1?invest=1');
          await expect(
            page.getByRole('dialog').getByText('You need $102.50 more for this purchase.'),
          ).toBeVisible();
        },
      },
      {
        name: 'property that does not exist',
        title: 'Property',
        route: 'property.$id',
        async open(page) {
          await visit(page, '/property/abc');
          await heading(page, 'Property not found');
        },
      },
    ],
  },
  {
    person: 'a new member with their own',
    arrive: (page) => signUp(page.request, { confirmed: true }),
    screens: [
      {
        name: 'empty portfolio',
        title: 'Your Portfolio',
        route: 'dashboard',
        async open(page) {
          await visit(page, '/dashboard');
          await expect(page.getByRole('heading', { name: 'No investments yet' })).toBeVisible();
        },
      },
      {
        name: 'deposit dialog with a refused amount',
        title: 'Wallet',
        route: 'wallet',
        async open(page) {
          await visit(page, '/wallet?dialog=deposit');
          await page.getByLabel('Amount').press('Enter');
          await expect(page.getByText('Enter an amount.')).toBeVisible();
        },
      },
      {
        name: 'settings',
        title: 'Settings',
        route: 'settings',
        async open(page) {
          await visit(page, '/settings?view=security');
          await page.getByRole('button', { name: 'Change password' }).click();
          await expect(page.getByText('Enter your current password.')).toBeVisible();
        },
      },
      {
        name: 'token dialog',
        title: 'Settings',
        route: 'settings',
        async open(page) {
          await visit(page, '/settings?view=tokens');
          await page.getByRole('button', { name: 'Create token' }).click();
          await expect(page.getByRole('dialog', { name: 'Create an access token' })).toBeVisible();
        },
      },
      {
        name: 'identity check',
        title: 'Identity verification',
        route: 'onboarding_.kyc',
        async open(page) {
          await visit(page, '/onboarding/kyc');
          await expect(page.getByText('Step 1 of 4')).toBeVisible();
        },
      },
      {
        name: 'submission form with its errors',
        title: 'Submit Your Property',
        route: 'submit-property',
        async open(page) {
          await visit(page, '/submit-property');
          await page.getByRole('button', { name: 'Submit', exact: true }).click();
          await expect(page.getByText('Annual yield is required')).toBeVisible();
        },
      },
    ],
  },
  {
    person: 'an investor',
    async arrive(page, market) {
      const property = await market.offer({ totalShares: 20 });
      await signUp(page.request, { cash: 1_000 });
      await buy(page.request, property.id, 3);
    },
    screens: [
      opened('auto-invest', '/auto-invest', 'Auto-Invest'),
      opened('transaction-history', '/transaction-history', 'Transaction history'),
      opened('reports', '/reports', 'Reports'),
      { ...opened('reports', '/reports?tab=performance', 'Reports'), name: 'reports: performance' },
      opened('documents', '/documents?tab=certificate', 'Document Center'),
      opened('resale-marketplace', '/resale-marketplace', 'Resale marketplace'),
      opened('share-resale', '/share-resale', 'Sell My Shares'),
      {
        name: 'portfolio',
        title: 'Your Portfolio',
        route: 'investor-dashboard',
        async open(page) {
          await visit(page, '/investor-dashboard');
          await expect(page.getByRole('link', { name: /^Juniper House/ }).first()).toBeVisible();
          // Except across midnight, UTC, these are the first day's figures.
          const value = page.getByRole('slider', { name: 'Value and money put in' });
          await expect(value.or(page.getByText('begins tomorrow'))).toBeVisible();
        },
      },
      {
        name: 'wallet',
        title: 'Wallet',
        route: 'wallet',
        async open(page) {
          await visit(page, '/wallet');
          await expect(page.getByRole('row').filter({ hasText: 'Processing fee' })).toBeVisible();
        },
      },
      opened('invite', '/invite', 'Invite and Earn'),
      opened('investor-watchlist', '/investor-watchlist', 'Watchlist'),
      {
        name: 'alerts dialog',
        title: 'Watchlist',
        route: 'investor-watchlist',
        async open(page) {
          await visit(page, '/investor-watchlist');
          await page.getByRole('button', { name: 'Alerts', exact: true }).first().click();
          await expect(page.getByRole('dialog', { name: 'Alerts for your watchlist' })).toBeVisible();
        },
      },
      {
        name: 'withdrawal dialog',
        title: 'Wallet',
        route: 'wallet',
        async open(page) {
          await visit(page, '/wallet?view=transfers&dialog=withdraw');
          await expect(page.getByRole('dialog', { name: 'Withdraw' })).toBeVisible();
        },
      },
    ],
  },
  {
    person: 'an owner',
    arrive: (page) => signInAs(page, 'owner'),
    screens: [
      opened('owner-dashboard.index', '/owner-dashboard', 'Owner Dashboard'),
      opened('owner-dashboard.$id', '/owner-dashboard/1', 'Sunset Villas'),
      opened('owner-report', '/owner-report?property=3', 'Monthly report'),
      opened('owner-intake-wizard', '/owner-intake-wizard', 'Owner intake wizard'),
      opened('owner-distributions', '/owner-distributions', 'Earnings distribution'),
      {
        name: 'statement',
        title: /^.+, Q\d \d{4} · Commonhold$/,
        route: 'statement.$id',
        async open(page) {
          await visit(page, '/owner-distributions');
          await page.locator('a[href^="/statement/"]').first().click();
          await heading(page, /./);
        },
      },
    ],
  },
  {
    person: 'an admin',
    arrive: (page) => signInAs(page, 'admin'),
    screens: [
      opened('admin-approvals', '/admin-approvals', 'Approvals'),
      opened('admin-analytics', '/admin-analytics', 'Platform Analytics'),
      opened('admin-users.index', '/admin-users', 'Users'),
      opened('admin-people', '/admin-people?role=admin', 'Users'),
      opened('admin-books', '/admin-books', 'Books'),
      opened('admin-registers', '/admin-registers', 'Registers'),
      opened('admin-jobs', '/admin-jobs', 'Jobs'),
      opened('admin-audit', '/admin-audit', 'Audit log'),
      opened('admin-wash-trades', '/admin-wash-trades', 'Wash trades'),
      opened('admin-distributions', '/admin-distributions', 'Distributions'),
      opened('admin-valuations', '/admin-valuations', 'Valuations'),
      opened('admin-tax', '/admin-tax', 'Tax'),
      {
        name: "reviewers' empty queue",
        title: 'Identity checks',
        route: 'admin-kyc.index',
        async open(page) {
          await visit(page, '/admin-kyc?status=rejected&q=nobody-has-this-name');
          await expect(
            page.getByRole('heading', { name: 'No applications match your search' }),
          ).toBeVisible();
        },
      },
      {
        name: 'admin panel',
        title: 'Admin panel',
        route: 'admin',
        async open(page) {
          await visit(page, '/admin');
          await expect(page.getByRole('button', { name: /^Reset/ }).first()).toBeVisible();
        },
      },
      {
        name: 'reject dialog',
        title: 'Admin panel',
        route: 'admin-panel',
        async open(page) {
          await page.goto('/admin-panel?status=pending');
          await page
            .getByRole('button', { name: /^Reject/ })
            .first()
            .click();
          await expect(page.getByRole('dialog')).toBeVisible();
        },
      },
    ],
  },
];
