import { issueCertificate, signUp } from './actors.ts';
import { expect, signInAs } from './fixtures.ts';
import { expectComplete, loaded, opened, type Screen, type Visit } from './screens.ts';

/** A screen of one thing of a list: the first one that the list links to. */
const listed = (route: string, list: string, name: string): Screen => ({
  name,
  title: name,
  route,
  async open(page) {
    const folder = `/${route.slice(0, route.indexOf('.'))}/`;
    await page.goto(list);
    const links = page.getByRole('main').locator(`a[href^="${folder}"]:not([href$="/new"])`);
    await links.first().click();
    await expect(page).toHaveURL((url) => url.pathname.startsWith(folder));
    await expectComplete(page);
  },
});

const tab = (name: string): Visit['screens'][number] => ({
  ...opened('property.$id', `/property/3?tab=${name}`, 'Highland Park Duplex'),
  name: `property, ${name}`,
});

/** Screens that the accessibility checks do not visit here, and those of the sample people with their data. */
export const further: Visit[] = [
  {
    person: 'a visitor who reads',
    screens: [
      loaded('waitlist', '/waitlist', 'Join the waitlist'),
      loaded('learn.index', '/learn', 'Learn'),
      loaded('learn.$slug', '/learn/what-you-pay', 'What you pay'),
      loaded('learn.returns-calculator', '/learn/returns-calculator', 'Returns calculator'),
      loaded('about.$page', '/about/security', 'Security'),
      loaded('about.$page', '/about/company', 'Legal entity'),
    ],
  },
  {
    person: 'a member who begins',
    arrive: (page) => signUp(page.request, { onboarded: false }),
    screens: [opened('onboarding', '/onboarding', 'Onboarding')],
  },
  {
    person: 'the sample investor',
    async arrive(page) {
      await signInAs(page, 'investor');
      await issueCertificate(page.request);
    },
    screens: [
      opened('dashboard', '/dashboard', 'Your Portfolio'),
      ...['value', 'distributions', 'documents', 'governance', 'trading'].map(tab),
      opened('resale-marketplace', '/resale-marketplace', 'Resale marketplace'),
      opened('share-resale', '/share-resale', 'Sell My Shares'),
      opened('notifications', '/notifications', 'Notifications'),
      opened('transaction-history', '/transaction-history', 'Transaction history'),
      opened('reports', '/reports', 'Reports'),
      opened('auto-invest', '/auto-invest', 'Auto-Invest'),
      opened('investor-watchlist', '/investor-watchlist', 'Watchlist'),
      opened('settings', '/settings', 'Settings'),
      listed('verify.$code', '/documents?tab=certificate', 'Share certificate'),
    ],
  },
  {
    person: 'the sample owner',
    arrive: (page) => signInAs(page, 'owner'),
    screens: [
      opened('owner-submit.index', '/owner-submit', 'Submit a Property'),
      listed('owner-submit.$id', '/owner-submit', 'Your submission'),
      opened('submit-property', '/submit-property', 'Submit Your Property'),
      {
        name: 'Correct and submit again',
        title: 'Correct and submit again',
        route: 'submit-property_.$id',
        async open(page) {
          await page.goto('/owner-dashboard');
          const rejected = page.getByRole('row').filter({ hasText: 'Correct and submit again' });
          await rejected.first().getByRole('link').first().click();
          await page.getByRole('link', { name: 'Correct and submit again' }).click();
          await expect(page).toHaveURL(/submit-property.[0-9]+$/);
          await expectComplete(page);
        },
      },
    ],
  },
  {
    person: 'the sample admin',
    arrive: (page) => signInAs(page, 'admin'),
    screens: [
      opened('admin-review.index', '/admin-review', 'Review Properties'),
      listed('admin-review.$id', '/admin-review', 'Review property'),
      opened('admin-kyc.index', '/admin-kyc', 'Identity checks'),
      listed('admin-kyc.$id', '/admin-kyc?status=approved', 'Identity check'),
      listed('admin-users.$id', '/admin-users', 'User'),
      opened('admin-education.index', '/admin-education', 'Education'),
      listed('admin-education.$id', '/admin-education', 'Article'),
      opened('admin-waitlist', '/admin-waitlist', 'Waitlist Management'),
    ],
  },
];
