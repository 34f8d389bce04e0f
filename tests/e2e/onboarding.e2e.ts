import type { Page } from '@playwright/test';
import { expectToast, signIn, signUp } from './actors.ts';
import { expect, expectAccessible, signInAs, test } from './fixtures.ts';
import { keyboardOf } from './keyboard.ts';

const next = (page: Page) => page.getByRole('button', { name: 'Next' });
const step = (page: Page, number: number) => expect(page.getByText(`Step ${number} of 5`)).toBeVisible();

/** Answers the first steps, so that `until` is on the screen. */
async function answer(page: Page, until: 2 | 3 | 4 | 5) {
  const answers: (() => Promise<void>)[] = [
    () => page.getByRole('radio', { name: 'Some experience' }).check(),
    async () => {
      await page.getByRole('radio', { name: 'Conservative' }).check();
      await page.getByRole('checkbox', { name: 'Inflation protection' }).check();
    },
    async () => {
      await page.getByRole('radio', { name: '$500 to $1,000' }).check();
      await page.getByRole('radio', { name: '5 to 10 years' }).check();
    },
    () => page.getByRole('checkbox', { name: 'Single Family Homes' }).check(),
  ];
  for (const give of answers.slice(0, until - 1)) {
    await give();
    await next(page).click();
  }
  await step(page, until);
}

test('a new investor is asked in place of the page, answers, and the answers are used', async ({
  page,
  messages,
}) => {
  await signUp(page.request, { onboarded: false });

  await test.step('the questions stand in place of the page that was asked for', async () => {
    await page.goto('/investor-marketplace');
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Commonhold' })).toBeVisible();
    await expect(page).toHaveURL('/investor-marketplace');
    await expect(page).toHaveTitle('Onboarding · Commonhold');
    await expect(page.getByText('20% complete')).toBeVisible();
    await expectAccessible(page);
    await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
    await expect(next(page)).toBeDisabled();
  });

  await test.step('each step asks for all of its answers', async () => {
    await answer(page, 2);
    await expect(page.getByRole('heading', { name: 'Risk & Goals' })).toBeFocused();
    await page.getByRole('radio', { name: 'Conservative' }).check();
    await expect(next(page)).toBeDisabled();
    await page.getByRole('checkbox', { name: 'Passive income generation' }).check();
    await expect(next(page)).toBeEnabled();
    await page.getByRole('checkbox', { name: 'Passive income generation' }).uncheck();
    await expect(next(page)).toBeDisabled();
    await page.getByRole('checkbox', { name: 'Portfolio diversification' }).check();
    await next(page).click();
    await page.getByRole('radio', { name: '$5,000 or more' }).check();
    await expect(next(page)).toBeDisabled();
    await page.getByRole('radio', { name: '1 to 2 years' }).check();
    await next(page).click();
    await expect(next(page)).toBeDisabled();
    await page.getByRole('checkbox', { name: 'Single Family Homes' }).check();
    await page.getByRole('checkbox', { name: 'Multi-Family Properties' }).check();
    await next(page).click();
    await expect(page.getByRole('switch', { name: 'Email notifications' })).toBeChecked();
    await expect(page.getByRole('switch', { name: 'Push notifications' })).toBeChecked();
  });

  await test.step('a reload goes on where it was, and going back keeps the answers', async () => {
    await page.goto('/onboarding');
    await step(page, 5);
    await page.getByRole('button', { name: 'Previous' }).click();
    await expect(page.getByRole('checkbox', { name: 'Multi-Family Properties' })).toBeChecked();
    await next(page).click();
  });

  await test.step('completing it greets and saves', async () => {
    await page.getByRole('switch', { name: 'Email notifications' }).uncheck();
    await page.getByRole('button', { name: 'Complete Setup' }).dblclick();
    await expect(page.getByRole('heading', { name: 'Welcome to Commonhold!' })).toBeFocused();
    await expect
      .poll(() => messages)
      .toContain("Welcome to Commonhold!: Your preferences have been saved. Let's start investing!");
    await expect(page.getByRole('heading', { name: "What's Next?" })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Verify your identity' })).toBeVisible();
  });

  await test.step('the marketplace opens with what suits, once', async () => {
    await page.getByRole('button', { name: 'Browse Properties' }).click();
    await expect(page).toHaveURL('/investor-marketplace?type=residential&yield=5-7');
    await expect(page.getByText('Filtered by your preferences.')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await expect(page).toHaveURL('/investor-marketplace');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Invest Now' }).first()).toBeVisible();
    await expect(page).toHaveURL('/investor-marketplace');
  });

  await test.step('the channels are notification preferences', async () => {
    await page.goto('/notifications?view=settings');
    await expect(page.getByRole('switch', { name: 'Email' })).not.toBeChecked();
    await expect(page.getByRole('switch', { name: 'Push' })).toBeChecked();
  });

  await test.step('nothing reminds of it afterward', async () => {
    await page.goto('/investor-dashboard');
    await expect(page.getByRole('heading', { name: 'Your Portfolio' })).toBeVisible();
    await expect(page.getByText('Finish setting up your account')).toHaveCount(0);
  });
});

test('skipping leads to the dashboard, is remembered by every browser, and can be taken back', async ({
  page,
  openPage,
}) => {
  const account = await signUp(page.request, { onboarded: false });
  await page.goto('/');
  await answer(page, 3);
  await page.getByRole('button', { name: 'Skip for now — explore the platform' }).click();
  await expectToast(page, 'Onboarding Skipped', 'You can complete it later from your dashboard.');
  await expect(page).toHaveURL('/investor-dashboard');
  await expect(page.getByText('Finish setting up your account')).toHaveCount(0);
  await page.goto('/onboarding');
  await expect(page).toHaveURL('/investor-dashboard');

  const other = await openPage();
  await signIn(other.request, account);
  await other.goto('/wallet');
  await expect(other.getByRole('heading', { name: 'Wallet' })).toBeVisible();
  await other.goto('/dashboard');
  await other.getByRole('button', { name: 'Complete your setup' }).click();
  await expect(other).toHaveURL('/onboarding');
  await step(other, 3);
  await other.getByRole('button', { name: 'Previous' }).click();
  await expect(other.getByRole('checkbox', { name: 'Inflation protection' })).toBeChecked();
});

test('skipping in place of an offering keeps the way back to it on the dashboard, through a reload', async ({
  page,
}) => {
  await signUp(page.request, { onboarded: false });
  await page.goto('/property/2?invest=2');
  await page.getByRole('button', { name: 'Skip for now — explore the platform' }).click();
  await expectToast(page, 'Onboarding Skipped', 'You can complete it later from your dashboard.');
  await expect(page).toHaveURL('/investor-dashboard');
  await page.reload();
  await page.getByRole('button', { name: 'Continue to the offering' }).click();
  await expect(page).toHaveURL('/property/2?invest=2');
  await expect(page.getByRole('dialog', { name: 'Invest in Downtown Lofts' })).toBeVisible();
  await page.goto('/investor-dashboard');
  await expect(page.getByRole('button', { name: 'Complete your setup' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue to the offering' })).toHaveCount(0);
});

test('Back in the browser goes a step back, also from the success screen, and does not lose the answers @release', async ({
  page,
}) => {
  await signUp(page.request, { onboarded: false });
  await page.goto('/learn');
  await page.goto('/dashboard');
  await answer(page, 3);
  await page.goBack();
  await step(page, 2);
  await expect(page.getByRole('heading', { name: 'Risk & Goals' })).toBeFocused();
  await expect(page.getByRole('checkbox', { name: 'Inflation protection' })).toBeChecked();
  await page.goForward();
  await step(page, 3);
  await page.getByRole('button', { name: 'Previous' }).click();
  await step(page, 2);
  await page.goBack();
  await step(page, 1);
  await page.goBack();
  await expect(page).toHaveURL('/learn');
  await page.goForward();
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/onboarding');
  await answer(page, 5);
  await page.getByRole('button', { name: 'Complete Setup' }).click();
  await expect(page.getByRole('heading', { name: "What's Next?" })).toBeVisible();
  await page.goBack();
  await step(page, 5);
  await page.goBack();
  await expect(page.getByRole('checkbox', { name: 'Single Family Homes' })).toBeChecked();
});

test('unfinished onboarding shows a reminder with its progress, which goes once it is finished', async ({
  page,
}) => {
  await signUp(page.request, { onboarded: false });
  await page.goto('/onboarding');
  await answer(page, 4);
  await page.goto('/dashboard');
  const reminder = page.getByRole('region', { name: 'Finish setting up your account' });
  await expect(reminder).toContainText('Step 4 of 5');
  await expect(reminder).toContainText('80% complete');
  await reminder.getByRole('link', { name: 'Continue setup' }).click();
  await step(page, 4);
  await page.getByRole('checkbox', { name: 'Retail Spaces' }).check();
  await next(page).click();
  await page.getByRole('button', { name: 'Complete Setup' }).click();
  await page.getByRole('button', { name: 'Finish later' }).click();
  await expect(page).toHaveURL('/investor-dashboard');
  await expect(page.getByRole('heading', { name: 'Your Portfolio' })).toBeVisible();
  await expect(reminder).toHaveCount(0);
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Change your answers' }).click();
  await step(page, 5);
  await page.getByRole('button', { name: 'Complete Setup' }).click();
  await page.getByRole('button', { name: 'Change your answers' }).click();
  await step(page, 1);
  await expect(page.getByRole('radio', { name: 'Some experience' })).toBeChecked();
});

test('a second tab that finishes the wizard finishes it in the first one too, which leads back to its page @release', async ({
  page,
  context,
}) => {
  await signUp(page.request, { onboarded: false });
  await page.goto('/property/2?invest=2');
  await answer(page, 5);
  const second = await context.newPage();
  await second.goto('/onboarding');
  await step(second, 5);
  await second.getByRole('button', { name: 'Complete Setup' }).click();
  await expect(second.getByRole('heading', { name: "What's Next?" })).toBeVisible();
  await expect(second.getByRole('button', { name: 'Continue to the page you opened' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: "What's Next?" })).toBeVisible();
  await page.getByRole('button', { name: 'Continue to the page you opened' }).click();
  await expect(page.getByRole('dialog', { name: 'Invest in Downtown Lofts' })).toBeVisible();
});

test.describe('without a connection', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to fetch/] });

  test('completing says that the answers are saved here, and they survive a reload', async ({
    page,
    context,
  }) => {
    await signUp(page.request, { onboarded: false });
    await page.goto('/onboarding');
    await answer(page, 5);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Complete Setup' }).click();
    await expect(page.getByRole('alert')).toContainText('Your answers are saved in this browser.');
    await context.setOffline(false);
    await page.reload();
    await step(page, 5);
    await page.getByRole('button', { name: 'Complete Setup' }).click();
    await expect(page.getByRole('heading', { name: "What's Next?" })).toBeVisible();
  });
});

test('pages that are open to everyone, the wallet, settings and unknown pages are left alone @release', async ({
  page,
}) => {
  await signUp(page.request, { onboarded: false });
  for (const [address, title] of [
    ['/wallet', 'Wallet'],
    ['/settings', 'Settings'],
    ['/learn', 'Learn'],
    ['/legal/terms', 'Terms of Service'],
    ['/about/contact', 'Contact and help'],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  }
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
});

test('the sample accounts have answered already @release', async ({ page }) => {
  await signInAs(page, 'investor');
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Welcome, Sample' })).toBeVisible();
});

test('a visitor is sent to sign in and comes back to the questions @release', async ({ page, messages }) => {
  await page.goto('/onboarding');
  await expect.poll(() => messages).toContain('Unauthorized: You are logged out. Logging in again...');
  await expect(page).toHaveURL('/login?returnTo=%2Fonboarding');
});

test('@phone the wizard fits a small screen and works with the keyboard alone', async ({ page }) => {
  await signUp(page.request, { onboarded: false });
  await page.goto('/onboarding');
  const keyboard = keyboardOf(page);
  const radio = (name: string) => keyboard.check(page.getByRole('radio', { name }));
  const box = (name: string) => keyboard.check(page.getByRole('checkbox', { name }));
  await radio('Some experience');
  await page.keyboard.press('Enter');
  await step(page, 2);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    page.viewportSize()?.width ?? 0,
  );
  await radio('Conservative');
  await box('Inflation protection');
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Welcome to Commonhold" [level=1]
      - progressbar "Step 2 of 5"
      - heading "Risk & Goals" [level=2]
      - group "How much risk suits you?":
        - radio /Conservative/ [checked]
      - group "What are your goals?":
        - checkbox "Inflation protection" [checked]
      - button "Previous"
      - button "Next"
      - paragraph:
        - button "Skip for now — explore the platform"
  `);
  await keyboard.press(next(page));
  await radio('$500 to $1,000');
  await radio('5 to 10 years');
  await keyboard.press(next(page));
  await box('Single Family Homes');
  await keyboard.press(next(page));
  await step(page, 5);
  await keyboard.press(page.getByRole('switch', { name: 'Email notifications' }), 'Space');
  await keyboard.press(page.getByRole('button', { name: 'Complete Setup' }));
  await expect(page.getByRole('heading', { name: 'Welcome to Commonhold!' })).toBeFocused();
});
