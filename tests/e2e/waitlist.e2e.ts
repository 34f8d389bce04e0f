import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expectToast, holdBack, SAMPLE_ADMIN, signIn } from './actors.ts';
import { expect, expectAccessible, expectContrast, signInAs, test } from './fixtures.ts';

const JOINED = /\/api\/trpc\/waitlist\.join/;
const inlineForms = {
  hero: {
    name: 'Be the first to know when we launch',
    thanks: 'Thank you. You will be the first to know when we launch.',
  },
  'mid-page': { name: 'Be there when the doors open', thanks: "You're on the list!" },
  footer: { name: 'Join the waitlist', thanks: 'Thank you. You are on the waitlist.' },
};

const newEmail = () => `${randomUUID()}@example.test`;
const emailIn = (form: Locator) => form.getByLabel('Email');
const buttonIn = (form: Locator) => form.getByRole('button');

async function formOf(page: Page, variant: keyof typeof inlineForms): Promise<Locator> {
  await page.goto('/');
  return page.getByRole('form', { name: inlineForms[variant].name });
}

async function formOfPage(page: Page): Promise<Locator> {
  await page.goto('/waitlist');
  return page.getByRole('form', { name: 'Join the waitlist' });
}

/** Entries of the waitlist, as the admin's list has them. */
async function entriesOf(admin: APIRequestContext): Promise<{ email: string; name: string | null }[]> {
  const answer = await admin.get('/api/trpc/waitlist.entries?input={"limit":500}');
  expect(answer.ok()).toBe(true);
  return (await answer.json()).result.data.items.map(({ email, name }: { email: string; name: string }) => ({
    email,
    name,
  }));
}

for (const [variant, { thanks }] of Object.entries(inlineForms)) {
  test(`a visitor joins by the ${variant} form of the landing page @phone-only`, async ({
    page,
    openClient,
  }) => {
    const email = newEmail();
    const form = await formOf(page, variant as keyof typeof inlineForms);
    await expect(form).toContainText('No spam. Only updates about the launch and opportunities.');
    await expect(buttonIn(form)).toHaveText('Join Waitlist');
    await emailIn(form).fill(`  ${email} `);
    await buttonIn(form).click();
    await expectToast(page, 'Welcome to the Waitlist!', "We'll notify you when Commonhold launches.");
    await expect(form).toHaveCount(0);
    await expect(page.getByRole('main').getByText(thanks)).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: thanks })).toBeFocused();
    await expect(page.getByRole('form')).toHaveCount(2);
    await expectAccessible(page);
    const admin = await openClient();
    await signIn(admin, SAMPLE_ADMIN);
    expect(await entriesOf(admin)).toContainEqual({ email, name: null });
  });
}

test('a visitor joins on the page, with a name, and adds another email @phone-only', async ({
  page,
  openClient,
}) => {
  const emails = [newEmail(), newEmail()];
  const form = await formOfPage(page);
  await expect(page).toHaveTitle('Join the waitlist · Commonhold');
  for (const benefit of ['Early Access', 'Exclusive Deals', 'Priority Support', 'Beta Features']) {
    await expect(page.getByRole('heading', { name: benefit })).toBeVisible();
  }
  await expect(page.getByRole('complementary', { name: 'Coming Soon' })).toContainText('starting at $100');
  await emailIn(form).fill(emails[0] ?? '');
  await form.getByLabel('Full Name (optional)').fill('  Ada Quill ');
  await emailIn(form).press('Enter');
  await expectToast(
    page,
    'Successfully Added!',
    "You've been added to our waitlist. We'll notify you when Commonhold launches.",
  );
  await expect(page.getByRole('heading', { name: 'Welcome to the waitlist' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Explore' })).toHaveAttribute('href', '/');
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Add Another Email' }).click();
  await expect(emailIn(form)).toHaveValue('');
  await expect(emailIn(form)).toBeFocused();
  await expect(form.getByLabel('Full Name (optional)')).toHaveValue('');
  await emailIn(form).fill(emails[1] ?? '');
  await buttonIn(form).click();
  await page.getByRole('main').getByRole('link', { name: 'Explore' }).click();
  await expect(page).toHaveURL('/');
  await expect(
    page.getByRole('heading', { level: 1, name: 'Own a share of the buildings around you' }),
  ).toBeVisible();

  const admin = await openClient();
  await signIn(admin, SAMPLE_ADMIN);
  const entries = await entriesOf(admin);
  expect(entries).toContainEqual({ email: emails[0], name: 'Ada Quill' });
  expect(entries).toContainEqual({ email: emails[1], name: null });
});

const missing = {
  title: 'Email Required',
  inline: 'Please enter your email address.',
  page: 'Please enter your email address to join the waitlist.',
};
const invalid = {
  title: 'Invalid Email',
  inline: 'Please enter a valid email address.',
  page: 'Please enter a valid email address.',
};
const badEmails = [
  ['', missing],
  ['   ', missing],
  ...['ada', 'ada@example', 'ada quill@example.test', '@example.test'].map(
    (typed) => [typed, invalid] as const,
  ),
] as const;

for (const place of ['inline', 'page'] as const) {
  test(`a bad email is refused where it was typed, and stays there: ${place}`, async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => JOINED.test(request.url()) && asked.push(request.url()));
    // All forms use the same rule, so the others show two of its messages only.
    for (const [typed, message] of place === 'inline' ? badEmails : badEmails.slice(1, 3)) {
      await test.step(`"${typed}"`, async () => {
        const form = place === 'inline' ? await formOf(page, 'mid-page') : await formOfPage(page);
        await emailIn(form).fill(typed);
        await buttonIn(form).click();
        await expectToast(page, message.title, message[place]);
        await expect(page.locator('[data-sonner-toast]').getByRole('alert')).toBeVisible();
        await expect(emailIn(form)).toHaveValue(typed.trim());
        await expect(emailIn(form)).toBeFocused();
        await expect(emailIn(form)).toHaveAccessibleDescription(message[place]);
      });
    }
    await expectAccessible(page);
    expect(asked).toEqual([]);
  });
}

test.describe('refused by the server', () => {
  test.use({ expectedErrors: [/status of 409|Joining the waitlist failed|ERR_FAILED/] });

  test('an email that is on the list already gets a message, whatever its case', async ({ page }) => {
    const email = newEmail();
    const first = await formOf(page, 'hero');
    await emailIn(first).fill(email);
    await buttonIn(first).click();
    await expectToast(page, 'Welcome to the Waitlist!', 'notify');
    const inline = await formOf(page, 'footer');
    await emailIn(inline).fill(email.toUpperCase());
    await buttonIn(inline).click();
    await expectToast(page, 'Already Registered', 'This email is already on our waitlist!');
    await expect(emailIn(inline)).toHaveValue(email.toUpperCase());
    const onPage = await formOfPage(page);
    await emailIn(onPage).fill(email);
    await buttonIn(onPage).click();
    const thanks = 'This email is already on our waitlist. Thank you for your interest!';
    await expectToast(page, 'Already Registered', thanks);
    await expect(emailIn(onPage)).toHaveAccessibleDescription(thanks);
  });

  for (const place of ['landing page', 'page of the waitlist'] as const) {
    test(`on the ${place} a failure is shown, and the next try joins with what was typed`, async ({
      page,
    }) => {
      const form = place === 'landing page' ? await formOf(page, 'mid-page') : await formOfPage(page);
      await page.route(JOINED, (route) => route.abort());
      const email = newEmail();
      await emailIn(form).fill(email);
      await buttonIn(form).click();
      await expectToast(page, 'Error', 'Something went wrong. Please try again.');
      await expect(buttonIn(form)).toHaveText('Join Waitlist');
      await expect(emailIn(form)).toHaveValue(email);
      await page.unroute(JOINED);
      await buttonIn(form).click();
      await expect(form).toHaveCount(0);
    });
  }

  test('a try whose answer was lost is not a duplicate the second time', async ({ page }) => {
    const form = await formOfPage(page);
    await page.route(JOINED, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await emailIn(form).fill(newEmail());
    await buttonIn(form).click();
    await expectToast(page, 'Error', 'Something went wrong. Please try again.');
    await page.unroute(JOINED);
    await buttonIn(form).click();
    await expectToast(page, 'Successfully Added!', 'notify');
  });
});

test('while joining the button says so, and a second click sends nothing', async ({ page }) => {
  const release = await holdBack(page, JOINED);
  let asked = 0;
  page.on('request', (request) => {
    if (JOINED.test(request.url())) asked += 1;
  });
  const form = await formOf(page, 'mid-page');
  await emailIn(form).fill(newEmail());
  await buttonIn(form).click();
  await expect(buttonIn(form)).toHaveText('Joining...');
  await buttonIn(form).click();
  await emailIn(form).press('Enter');
  release();
  await expect(page.getByText("You're on the list!")).toBeVisible();
  expect(asked).toBe(1);
});

test('text that was typed before the scripts loaded stays, in its own form only', async ({ page }) => {
  const release = await holdBack(page, '**/assets/*.js');
  const opened = page.goto('/');
  const form = page.getByRole('form', { name: inlineForms['mid-page'].name });
  await emailIn(form).fill('early@example.test');
  release();
  await opened;
  await expect(emailIn(form)).toHaveValue('early@example.test');
  for (const other of [inlineForms.hero, inlineForms.footer]) {
    await expect(emailIn(page.getByRole('form', { name: other.name }))).toHaveValue('');
  }
});

test('without scripts the forms join too, and the page says how it went', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const page = await context.newPage();
  const email = newEmail();
  await page.goto('/');
  const hero = page.getByRole('form', { name: inlineForms.hero.name });
  await emailIn(hero).fill(email);
  await buttonIn(hero).click();
  await expect(page).toHaveURL('/waitlist?outcome=joined');
  await expect(page.getByRole('heading', { name: 'Welcome to the waitlist' })).toBeVisible();
  await page.getByRole('link', { name: 'Add Another Email' }).click();
  const form = page.getByRole('form', { name: 'Join the waitlist' });
  for (const [typed, text] of [
    [email.toUpperCase(), 'This email is already on our waitlist. Thank you for your interest!'],
    ['ada@example', 'Please enter a valid email address.'],
    ['', 'Please enter your email address to join the waitlist.'],
  ] as const) {
    await emailIn(form).fill(typed);
    await buttonIn(form).click();
    await expect(page.getByRole('main').getByRole('alert')).toContainText(text);
  }
  await context.close();
});

test('a signed-in person joins as well', async ({ page }) => {
  await signInAs(page, 'investor');
  const form = await formOfPage(page);
  await emailIn(form).fill(newEmail());
  await buttonIn(form).click();
  await expectToast(page, 'Successfully Added!', 'notify');
});

test('the page of the waitlist is accessible, in both themes @phone', async ({ page, isMobile }) => {
  // Colours are the same at every width.
  for (const colorScheme of isMobile ? (['light'] as const) : (['light', 'dark'] as const)) {
    await page.emulateMedia({ colorScheme });
    for (const address of ['/waitlist', '/waitlist?outcome=joined', '/waitlist?outcome=failed']) {
      await page.goto(address);
      if (colorScheme === 'light') await expectAccessible(page);
      else await expectContrast(page);
    }
  }
});
