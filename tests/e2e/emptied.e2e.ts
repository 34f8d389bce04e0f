import { signUp } from './actors.ts';
import { expect, test } from './fixtures.ts';

test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

// Journeys take turns in one browser; each of these two looks for what the other one left, and leaves what a journey may.
for (const turn of ['first', 'second']) {
  test(`the ${turn} journey of a browser finds nothing of another one in it`, async ({ page, context }) => {
    expect(context.pages()).toEqual([page]);
    expect(await context.cookies()).toEqual([]);
    expect(page.viewportSize()?.width).not.toBe(999);
    expect((await page.request.get('/api/auth/user')).status()).toBe(401);
    await page.goto('/learn');
    const found = await page.evaluate(async () => ({
      stored: [...Object.keys(localStorage), ...Object.keys(sessionStorage)],
      databases: await indexedDB.databases(),
      workers: await navigator.serviceWorker.getRegistrations(),
      left: 'leftByScript' in globalThis || 'leftByFunction' in globalThis,
      dark: matchMedia('(prefers-color-scheme: dark)').matches,
      online: navigator.onLine,
      notices: await navigator.permissions.query({ name: 'notifications' }).then(({ state }) => state),
    }));
    expect(found).toEqual({
      ...{ stored: [], databases: [], workers: [], left: false, dark: false, online: true },
      notices: expect.not.stringMatching('granted'),
    });

    await signUp(page.request);
    await context.grantPermissions(['notifications']);
    await page.exposeFunction('leftByFunction', () => undefined);
    await page.addInitScript(() => Object.assign(globalThis, { leftByScript: true }));
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 999, height: 600 });
    await page.reload();
    await page.evaluate(async () => {
      localStorage.setItem('left', '1');
      sessionStorage.setItem('left', '1');
      await new Promise((resolve) => {
        indexedDB.open('left').onsuccess = resolve;
      });
    });
    await context.newPage();
    await page.route('**/learn', (route) => route.abort());
    await context.setOffline(true);
  });
}
