import { addCash, signUp, submitProperty, uniqueName } from './actors.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

interface Recorder {
  shownOnDevice: string[];
}

/** A browser that is asked for notifications, allows them, and writes down what it would show. */
function recordNotifications() {
  const shown: string[] = [];
  class Recorded {
    static permission: NotificationPermission = 'default';

    static async requestPermission() {
      Recorded.permission = 'granted';
      return Recorded.permission;
    }

    constructor(title: string, { body }: NotificationOptions) {
      shown.push(`${title}: ${body}`);
    }
  }
  Object.assign(globalThis, { Notification: Recorded, shownOnDevice: shown });
  Object.defineProperty(document, 'hidden', { get: () => true });
}

test('a notification is shown on their device, once they allow it and while they look elsewhere', async ({
  page,
  market,
}) => {
  await page.addInitScript(recordNotifications);
  await signUp(page.request, { confirmed: true });
  const [first, second] = [uniqueName('First House'), uniqueName('Second House')];
  const ids = [
    await submitProperty(page.request, { name: first }),
    await submitProperty(page.request, { name: second }),
  ].map(({ id }) => id);
  const shown = () => page.evaluate(() => (globalThis as unknown as Recorder).shownOnDevice);

  await test.step('nothing before it is wanted', async () => {
    await page.goto('/notifications?view=settings');
    await expect(page.getByRole('switch', { name: 'Push' })).not.toBeChecked();
    await market.setStatus(ids[0] ?? 0, 'approved');
    await expect(page.getByRole('link', { name: 'Notifications, 1 unread' })).toBeVisible();
    expect(await shown()).toEqual([]);
  });

  await test.step('what comes after the switch, and only that', async () => {
    const present = page.waitForResponse((response) => response.url().includes('notifications.list'));
    await page.getByRole('switch', { name: 'Push' }).check();
    await expect(page.getByText('Settings updated')).toBeVisible();
    await present;
    await expect(page.getByText('Notifications are not turned on for this device yet.')).toHaveCount(0);
    await market.setStatus(ids[1] ?? 0, 'approved');
    await expect
      .poll(shown)
      .toEqual([`Property approved: ${second} is on the market: investors can buy its shares.`]);
  });
});

test('the focus stays on a button of the list when another notification arrives above it', async ({
  page,
  market,
}) => {
  await signUp(page.request, { confirmed: true });
  const { id } = await submitProperty(page.request);
  await market.setStatus(id, 'approved');
  await page.goto('/notifications');
  const action = page
    .getByRole('listitem')
    .filter({ hasText: 'Property approved' })
    .getByRole('button', { name: 'Take Action' });
  await action.focus();
  await addCash(page.request, 100);
  await expect(page.getByRole('listitem').filter({ hasText: 'Deposit completed' })).toBeVisible({
    timeout: 20_000,
  });
  await expect(action).toBeFocused();
});

test.describe('a switch', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test('has moved when its click is over, and moves back when that could not be saved', async ({ page }) => {
    await signUp(page.request);
    await page.goto('/notifications?view=settings');
    const governance = page.getByRole('switch', { name: 'Governance' });
    const click = () =>
      governance.evaluate((node: HTMLInputElement) => {
        node.click();
        return node.checked;
      });
    expect(await click()).toBe(false);
    await expect(page.getByText('Settings updated')).toBeVisible();
    await expect(governance).not.toBeChecked();

    await page.route(/notifications\.setPreferences/, (route) => route.abort());
    expect(await click()).toBe(true);
    await expect(page.getByText('Error', { exact: true })).toBeVisible();
    await expect(governance).not.toBeChecked();
    expect(await click()).toBe(true);
  });
});

test('a device that does not show messages says so beside the switch, and how to change that', async ({
  page,
}) => {
  await signUp(page.request);
  await page.addInitScript(() => {
    Object.assign(globalThis, { Notification: { permission: 'denied' } });
  });
  await page.goto('/notifications?view=settings');
  await page.getByRole('switch', { name: 'Push' }).check();
  await expect(page.getByText('This browser blocks notifications from this site.')).toBeVisible();
  await expectAccessible(page, 'main');
});
