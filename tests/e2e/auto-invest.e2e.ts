import { addCash, expectToast, purchases, signUp } from './actors.ts';
import { expect, test } from './fixtures.ts';

test('Auto-Invest is set up, tested without buying, and buys with the next deposit, saying why @phone', async ({
  page,
  market,
}) => {
  const property = await market.offer({ totalShares: 40, annualYield: '14.50', minimumShares: 0 });
  await signUp(page.request, { cash: 0 });
  await page.goto('/auto-invest');
  const save = page.getByRole('button', { name: 'Save Preferences' });
  const trial = page.getByRole('button', { name: 'Test Auto-Invest' });

  await test.step('a setting out of range is refused beside its field, and nothing is lost', async () => {
    await expect(trial).toBeDisabled();
    await page.getByRole('switch', { name: 'Enable Auto-Invest' }).check();
    await expect(trial).toBeDisabled();
    await expect(page.getByText('Save your preferences to test them.')).toBeVisible();
    await page.getByLabel('Minimum annual yield').fill('25');
    await save.click();
    await expect(page.getByText('Enter 0 to 20 percent, with at most one decimal.')).toBeVisible();
    await expect(page.getByLabel('Minimum annual yield')).toHaveValue('25');
    await page.getByLabel('Minimum annual yield').fill('14');
    await save.click();
    await expectToast(page, 'Settings Saved', 'Your auto-invest preferences have been updated successfully.');
    await expect(trial).toBeEnabled();
    await expect(save).toBeFocused();
  });

  await test.step('a test that the settings refuse says why', async () => {
    await trial.click();
    await expectToast(page, 'No match', 'Its yield of 7.5% is below your minimum of 14.0%.');
  });

  await test.step('a deposit is invested by the settings', async () => {
    const deposit = await page.request.post('/api/wallet/deposits', { data: { amount: '600.00' } });
    expect(deposit.ok()).toBe(true);
    await expect.poll(() => purchases(page.request), { timeout: 30_000 }).toEqual([[property.id, 5]]);
    await expect(page.getByRole('heading', { name: 'Recent Auto-Investments' })).toBeVisible();
    const bought = page.getByRole('listitem').filter({ hasText: property.name }).first();
    await expect(bought).toContainText('5 shares');
    await expect(bought).toContainText('$500.00');
  });

  await test.step('a new property is matched at once, and can be skipped', async () => {
    await addCash(page.request, 300);
    const { name } = await market.offer({ totalShares: 40, annualYield: '14.60', minimumShares: 0 });
    const skip = page.getByRole('button', { name: `Skip ${name}` });
    const match = page.getByRole('listitem').filter({ has: skip });
    await expect(match).toContainText('Up to 3 shares');
    await skip.click();
    await expectToast(page, 'Match skipped', 'Auto-Invest will not buy this property for you.');
    await expect(skip).toHaveCount(0);
    await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('You skipped it.');
  });

  await test.step('a test that matches buys nothing', async () => {
    await page.getByLabel('Minimum annual yield').fill('7');
    await save.click();
    await expectToast(page, 'Settings Saved', 'Your auto-invest preferences have been updated successfully.');
    await trial.click();
    await expectToast(
      page,
      'Auto-Investment Triggered!',
      'Simulated: $350 in a sample property at 7.5%. Nothing was bought.',
    );
    expect(await purchases(page.request)).toEqual([[property.id, 5]]);
  });
});
