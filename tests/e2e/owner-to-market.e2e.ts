import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expectToast, figure, SAMPLE_ADMIN, signIn, signUp, submitProperty, uniqueName } from './actors.ts';
import { expect, expectAccessible, signInAs, test } from './fixtures.ts';
import { keyboardOf } from './keyboard.ts';

test('an owner submits a property, an admin approves it, and it is on the market at once', async ({
  page,
  openPage,
  market,
}) => {
  const name = uniqueName('Walnut Row');
  await signUp(page.request, { confirmed: true });

  await test.step('the owner submits', async () => {
    await page.goto('/submit-property');
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - main:
        - heading "Submit Your Property" [level=1]
        - textbox "Name"
        - combobox "Property type"
        - textbox "Street address"
        - textbox "Location"
        - textbox /ZIP code/
        - textbox /Latitude/
        - textbox /Longitude/
        - textbox /Description/
        - textbox "Price per share"
        - textbox "Total shares"
        - textbox "Annual yield"
        - button "Submit"
    `);
    const keyboard = keyboardOf(page);
    await keyboard.type(page.getByLabel('Name'), `  ${name} `);
    await keyboard.choose(page.getByLabel('Property type'), 'Commercial');
    await keyboard.type(page.getByLabel('Street address'), '1530 Larimer Street');
    await keyboard.type(page.getByLabel('Location', { exact: true }), 'Denver, CO');
    await keyboard.type(page.getByLabel('ZIP code'), '80202');
    await keyboard.type(page.getByLabel('Latitude'), '39.7487');
    await keyboard.type(page.getByLabel('Longitude'), '-104.9962');
    await keyboard.type(page.getByLabel('Description'), 'Six shops under one roof.');
    await keyboard.type(page.getByLabel('Price per share'), '99.9');
    await keyboard.type(page.getByLabel('Total shares'), '9000000');
    await keyboard.type(page.getByLabel('Annual yield'), '7');
    await keyboard.press(page.getByRole('button', { name: 'Submit' }));
    const asked = page.getByRole('dialog', { name: 'Is this offering as large as you intended?' });
    await expect(asked).toContainText('9,000,000 shares at $99.90 value the property at $899,100,000.');
    await expectAccessible(page);
    await keyboard.press(asked.getByRole('button', { name: 'Change it' }));
    await keyboard.type(page.getByLabel('Total shares'), '250');
    const sent = page.waitForRequest(/properties\.submit/);
    await keyboard.press(page.getByRole('button', { name: 'Submit' }));
    await page.keyboard.press('Enter');
    const [{ submission, requestId }] = Object.values((await sent).postDataJSON()) as [SentForm];
    expect(submission).toEqual({
      name,
      streetAddress: '1530 Larimer Street',
      location: 'Denver, CO',
      zipCode: '80202',
      latitude: 39.7487,
      longitude: -104.9962,
      propertyType: 'commercial',
      description: 'Six shops under one roof.',
      imageUrl: null,
      pricePerShare: '99.90',
      totalShares: 250,
      annualYield: '7.00',
    });
    expect(requestId).toMatch(/^\S{8,128}$/);
    await expectToast(page, 'Property Submitted', 'Your property has been submitted for review.');
    await expect(page.getByRole('heading', { name: `${name} is in review` })).toBeFocused();
    expect(await market.count(name)).toBe(1);
  });

  await test.step('only the owner sees it while it waits', async () => {
    await page.getByRole('link', { name: 'See your property' }).click();
    await expect(page.getByText('Pending review')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Invest Now' })).toBeDisabled();
    await page.goto(`/investor-marketplace?q=${encodeURIComponent(name)}`);
    await expect(page.getByText('No properties match your filters')).toBeVisible();
  });

  await test.step('an admin approves', async () => {
    const admin = await openPage();
    await signInAs(admin, 'admin');
    await admin.goto('/admin');
    const keyboard = keyboardOf(admin);
    await keyboard.type(admin.getByLabel('Search properties'), name);
    await expect(admin.getByRole('row')).toHaveCount(2);
    await keyboard.press(admin.getByRole('button', { name: `Approve ${name}` }));
    const asked = admin.getByRole('dialog', { name: `Approve ${name}?` });
    await expect(asked).toMatchAriaSnapshot(`
      - dialog /Approve Walnut Row/:
        - heading /Approve Walnut Row/ [level=2]
        - term: Price per share
        - term: Closes
        - button "Cancel"
        - button "Approve property"
    `);
    await expect(asked).toContainText('$99.90');
    await expect(asked).toContainText(/Closes.*, or sooner if the minimum is sold/);
    const hidden = await asked.locator('dl').evaluate((list) => {
      const { right } = list.getBoundingClientRect();
      return [...list.querySelectorAll('dd')].some(
        (value) => value.getBoundingClientRect().right > right + 1,
      );
    });
    expect(hidden).toBe(false);
    await keyboard.press(asked.getByRole('button', { name: 'Approve property' }));
    await expectToast(
      admin,
      'Property Updated',
      `Property status has been updated successfully. ${name} is on the market until `,
    );
    const row = admin.getByRole('row').filter({ hasText: name });
    await expect(row).toContainText('Approved');
    await expect(row.getByRole('button', { name: `Reset ${name}` })).toBeVisible();
  });

  await test.step('the open market shows it without a reload', async () => {
    const card = page.getByRole('listitem', { name });
    await expect(card).toContainText('250 of 250 shares available');
    await expect(card).toContainText('Commercial', { ignoreCase: true });
    await expect(card).toContainText('$99.90');
    await card.getByRole('button', { name: 'Invest Now' }).click();
    await expect(page.getByRole('dialog', { name: `Invest in ${name}` })).toBeVisible();
  });

  await test.step('the home of an owner without shares leads to their properties', async () => {
    await page.goto('/');
    await expect(page.getByText('You own 1 property.')).toBeVisible();
    await page.getByRole('link', { name: 'Open the owner dashboard' }).click();
    await expect(page).toHaveURL('/owner-dashboard');
  });
});

interface SentForm {
  submission: object;
  requestId: string;
}

test('a rejection and its reason reach the owner, and a reset puts the property back in review @release', async ({
  page,
  openPage,
}) => {
  await signUp(page.request, { confirmed: true });
  const { id, name } = await submitProperty(page.request);
  await page.goto(`/property/${id}`);
  await expect(page.getByText('Pending review')).toBeVisible();

  const admin = await openPage();
  await signInAs(admin, 'admin');
  await admin.goto(`/admin-panel?status=pending&q=${encodeURIComponent(name)}`);
  await admin.getByRole('button', { name: `Reject ${name}` }).click();
  const asked = admin.getByRole('dialog', { name: `Reject ${name}?` });
  await asked.getByRole('button', { name: 'Reject property' }).click();
  await expect(asked.getByText('Enter a reason.')).toBeVisible();
  await asked.getByLabel('Reason').fill('The rent roll is missing.');
  await asked.getByRole('button', { name: 'Reject property' }).click();
  await expectToast(admin, 'Property Updated', `${name} will not go on the market.`);
  await expect(admin.getByText('No properties match your filters')).toBeVisible();

  await expect(page.getByText('Rejected', { exact: true })).toBeVisible();
  await expect(page.getByText('Reason: The rent roll is missing.')).toBeVisible();

  await admin.getByLabel('Status').selectOption('');
  await admin.getByRole('button', { name: `Reset ${name}` }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Reset to pending' }).click();
  await expectToast(admin, 'Property Updated', `${name} is off the market until it is approved.`);
  await expect(page.getByText('Pending review')).toBeVisible();
});

test('an owner corrects a rejected property and submits it again, and the admin sees the difference @release', async ({
  page,
  openPage,
  market,
}) => {
  await signUp(page.request, { confirmed: true });
  const { id, name } = await submitProperty(page.request, { minimumShares: 10 });
  await market.setStatus(id, 'rejected', 'The rent roll is missing.');

  await test.step('the notification leads to the form, filled in with what was submitted', async () => {
    await page.goto('/notifications');
    const news = page.getByRole('listitem', { name: 'Property not approved' });
    await news.getByRole('button', { name: 'Take Action' }).click();
    await expect(page).toHaveURL(`/submit-property/${id}`);
    await expect(page.getByText('The rent roll is missing.')).toBeVisible();
    await expect(page.getByLabel('Name')).toHaveValue(name);
    await expect(page.getByLabel('Price per share')).toHaveValue('100.00');
    await expect(page.getByLabel('Minimum shares to sell')).toHaveValue('10');
    await expectAccessible(page);
  });

  await test.step('the owner corrects it; what is typed survives a reload and a refusal', async () => {
    await page.goto('/owner-dashboard');
    await expect(page.getByRole('row', { name })).toContainText('Correct and submit again');
    await page.getByRole('link', { name }).click();
    await page.getByRole('link', { name: 'Correct and submit again' }).click();
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByLabel('Street address')).toHaveAccessibleDescription(/Street address is required/);
    await page.getByLabel('Street address').fill('12 Wharf Street');
    await page.getByLabel('Description').fill('Fully let; the rent roll is attached.');
    await page.getByLabel('Total shares').fill('80');
    await page.reload();
    await expect(page.getByLabel('Total shares')).toHaveValue('80');
    await page.getByRole('button', { name: 'Submit' }).dblclick();
    await expectToast(page, 'Property Submitted', 'Your property has been submitted for review.');
    await expect(page.getByRole('heading', { name: `${name} is in review` })).toBeFocused();
    await page.goto(`/submit-property/${id}`);
    await expect(
      page.getByText('There is nothing to correct now. We’ll notify you of the decision.'),
    ).toBeVisible();
  });

  await test.step('the admin sees what changed since the rejection, and approves', async () => {
    const admin = await openPage();
    await signInAs(admin, 'admin');
    await admin.goto(`/admin-panel?status=pending&q=${encodeURIComponent(name)}`);
    await expect(admin.getByText('Submitted again')).toBeVisible();
    await admin.getByRole('button', { name: `See what changed in ${name}` }).click();
    const changes = admin.getByRole('dialog', { name: `What changed in ${name}` });
    await expect(changes).toContainText('Reason: The rent roll is missing.');
    for (const [field, before, now] of [
      ['Street address', 'Not given', '12 Wharf Street'],
      ['Description', 'Not given', 'Fully let; the rent roll is attached.'],
      ['Total shares', '100', '80'],
    ] as const) {
      const row = changes.getByRole('row').filter({ has: admin.getByRole('rowheader', { name: field }) });
      await expect(row).toContainText(before);
      await expect(row).toContainText(now);
    }
    await expect(changes.getByRole('row')).toHaveCount(4);
    await changes.getByRole('button', { name: 'Close' }).first().click();
    await admin.getByRole('button', { name: `Approve ${name}` }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Approve property' }).click();
    await expectToast(admin, 'Property Updated', 'Property status has been updated successfully.');
  });

  await page.goto(`/investor-marketplace?q=${encodeURIComponent(name)}`);
  await expect(page.getByRole('listitem', { name })).toContainText('80 of 80 shares available');
});

test('a property that is reset leaves the market while its investors keep their shares @release', async ({
  page,
  market,
}) => {
  const property = await market.offer({ minimumShares: 0 });
  await signUp(page.request, { cash: 500 });
  await page.goto(`/property/${property.id}?invest=${property.id}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Buy 1 share for $102.50' }).click();
  await expect(page.getByText(/^You own 1 share, worth \$100 based on the /)).toBeVisible();
  await market.setStatus(property.id, 'pending');
  await expect(page.getByText('You keep your shares.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Invest Now' })).toBeDisabled();
  await page.goto('/dashboard');
  const heading = page.getByRole('heading', { name: property.name });
  const holding = page.getByRole('listitem').filter({ has: heading });
  await expect(holding).toContainText('Off the market');
  await expect(figure(page.getByRole('main'), 'Total Shares')).toHaveText('1');
});

test('the form names every field that is missing or out of range, and Reset empties it', async ({ page }) => {
  await signUp(page.request, { confirmed: true });
  await page.goto('/submit-property');
  const submit = page.getByRole('button', { name: 'Submit' });
  await submit.click();
  for (const [field, message] of [
    ['Name', 'Name is required'],
    ['Street address', 'Street address is required'],
    ['Location', 'Location is required'],
    ['Price per share', 'Price per share is required'],
    ['Total shares', 'Total shares is required'],
    ['Annual yield', 'Annual yield is required'],
  ] as const) {
    await expect(page.getByLabel(field)).toHaveAccessibleDescription(new RegExp(message));
    await expect(page.getByLabel(field)).toHaveAttribute('aria-invalid', 'true');
  }
  await expect(page.getByLabel('Name')).toBeFocused();
  for (const [field, typed, message] of [
    ['Price per share', '0.99', 'Enter a price from $1.00'],
    ['Price per share', '1,5', 'at most two decimals'],
    ['Total shares', '0', 'Enter at least 1 share.'],
    ['Total shares', '1.5', 'Enter a whole number of shares.'],
    ['Total shares', '1e3', 'Use only the digits 0 to 9'],
    ['Annual yield', '100.01', 'Enter a yield from 0 to 100'],
    ['Annual yield', '-1', 'Enter a yield from 0 to 100'],
    ['ZIP code', '8020', 'Enter a ZIP code, such as 12345'],
    ['Image URL', 'http://example.com/a.jpg', 'Use an address that starts with https://.'],
  ] as const) {
    await page.getByLabel(field).fill(typed);
    await submit.click();
    await expect(page.getByLabel('Name')).toBeFocused();
    await expect(page.getByLabel(field)).toHaveAccessibleDescription(new RegExp(message.replace('$', '\\$')));
  }
  for (const [field, typed, shown] of [
    ['Price per share', '10.005', '10.01'],
    ['Annual yield', '7.444', '7.44'],
  ] as const) {
    await page.getByLabel(field).fill(typed);
    await page.getByLabel(field).blur();
    await expect(page.getByLabel(field)).toHaveValue(shown);
  }
  for (const [field, minimum, step, maximum] of [
    ['Price per share', '1', '0.01', null],
    ['Total shares', '1', '1', null],
    ['Annual yield', '0', '0.01', '100'],
  ] as const) {
    const input = page.getByLabel(field);
    const hints = await Promise.all(['min', 'step', 'max'].map((hint) => input.getAttribute(hint)));
    expect(hints).toEqual([minimum, step, maximum]);
  }
  await page.getByLabel('Name').fill('Hazel Court');
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByLabel('Name')).toBeFocused();
  for (const field of ['Name', 'Location', 'Price per share', 'Total shares', 'Annual yield', 'Image URL']) {
    await expect(page.getByLabel(field)).toHaveValue('');
    await expect(page.getByLabel(field)).not.toHaveAttribute('aria-invalid');
  }
  await page.reload();
  await expect(page.getByLabel('Name')).toHaveValue('');
});

test('a refused form moves the focus to its first error once, and never away from a field with text being typed', async ({
  page,
}) => {
  await signUp(page.request, { confirmed: true });
  // Delayed as on a busy device, where deferred work runs late.
  await page.addInitScript(() => {
    const later = globalThis.setTimeout;
    globalThis.setTimeout = ((act: () => void, ms = 0) => later(act, ms + 200)) as typeof setTimeout;
  });
  await page.goto('/submit-property');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.getByLabel('Location').focus();
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
  await expect(page.getByLabel('Location')).toBeFocused();
});

for (const address of ['/admin', '/admin-panel']) {
  test(`a person who is not an admin gets a message on ${address} and goes home, and no data is asked for`, async ({
    page,
  }) => {
    await signUp(page.request);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(address);
    await expectToast(page, 'Unauthorized', 'Admin access required. Redirecting...');
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
    expect(asked.filter((url) => url.includes('adminList'))).toEqual([]);
  });
}

/** Presses a button of a row. What waits for admins, above the list, may change and move it while it is pressed. */
async function openDialog(page: Page, button: string): Promise<Locator> {
  const dialog = page.getByRole('dialog');
  await expect(async () => {
    await page.getByRole('button', { name: button }).click({ timeout: 2_000 });
    await expect(dialog).toBeVisible({ timeout: 2_000 });
  }).toPass();
  return dialog;
}

test.describe('two admins', () => {
  test.use({ expectedErrors: [/status of 409|status of 422/] });

  test('a decision that another admin has taken already is refused, and its dialog closes', async ({
    page,
    market,
    openClient,
  }) => {
    const { id, name } = await submitProperty(await newOwner(await openClient()));
    await signIn(page.request, SAMPLE_ADMIN);
    await page.goto(`/admin?q=${encodeURIComponent(name)}`);
    const asked = await openDialog(page, `Reject ${name}`);
    await market.setStatus(id, 'approved');
    await asked.getByLabel('Reason').fill('The rent roll is missing.');
    await asked.getByRole('button', { name: 'Reject property' }).click();
    await expectToast(page, 'Error', 'Failed to update property status. Another admin has already decided.');
    await expect(asked).toBeHidden();
  });

  test('an approval by terms that another admin has changed is refused, and shows the new ones next', async ({
    page,
    openClient,
  }) => {
    const { id, name } = await submitProperty(await newOwner(await openClient()));
    await signIn(page.request, SAMPLE_ADMIN);
    await page.goto(`/admin?q=${encodeURIComponent(name)}`);
    const asked = await openDialog(page, `Approve ${name}`);
    await expect(figure(asked, 'Minimum to sell')).toContainText('100 shares');
    const data = { id, minimumShares: 7, fundingDays: 9 };
    expect((await page.request.post('/api/trpc/offerings.setOfferingTerms', { data })).ok()).toBe(true);
    await asked.getByRole('button', { name: 'Approve property' }).click();
    await expectToast(page, 'Error', 'The terms have changed since you opened them.');
    await expect(asked).toBeHidden();
    await openDialog(page, `Approve ${name}`);
    await expect(figure(asked, 'Minimum to sell')).toContainText('7 shares');
  });
});

async function newOwner(client: APIRequestContext) {
  await signUp(client, { confirmed: true });
  return client;
}
