import type { APIRequestContext } from '@playwright/test';
import { aPdf } from '../support/uploads.ts';
import { answered, expectToast } from './actors.ts';
import { expect, expectAccessible, test as inBrowser, signInAs, withSampleServer } from './fixtures.ts';

/** As in production: what moves other people's money takes two admins. */
const test = inBrowser.extend({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => withSampleServer({ APPROVALS: '2' }, use),
    { scope: 'worker', timeout: 60_000 },
  ],
});

const PROPERTY = { id: 1, name: 'Sunset Villas' };

/** Files a valuation of the owner's property with its appraisal. */
async function fileValuation(owner: APIRequestContext, amountCents: number): Promise<void> {
  const effectiveOn = new Date().toISOString().slice(0, 10);
  const facts = new URLSearchParams({ kind: 'appraisal', title: 'Appraisal', dated: effectiveOn });
  const document = await answered(
    owner.post(`/api/properties/${PROPERTY.id}/documents?${facts}`, {
      headers: { 'content-type': 'application/octet-stream', 'x-file-name': 'appraisal.pdf' },
      data: Buffer.from(aPdf()),
    }),
  );
  await answered(
    owner.post('/api/trpc/valuations.file', {
      data: {
        ...{ propertyId: PROPERTY.id, effectiveOn, amountCents, debtCents: 0, basis: 'appraisal' },
        ...{ documentId: document.id, requestId: crypto.randomUUID() },
      },
    }),
  );
}

async function totalValue(api: APIRequestContext): Promise<number> {
  return Number((await answered(api.get('/api/portfolio/summary'))).totalValue);
}

test('a large gain is requested by one admin and approved by another, halts trading, and changes what holders have', async ({
  page,
  openPage,
}) => {
  test.slow();
  const [second, owner, investor] = [await openPage(), await openPage(), await openPage()];
  await signInAs(owner, 'owner');
  await signInAs(investor, 'investor');
  await fileValuation(owner.request, 54_000_000);
  const before = await totalValue(investor.request);

  await test.step('one admin alone can only ask for it', async () => {
    await signInAs(page, 'admin');
    await page.goto('/admin-valuations');
    await expect(page.getByText('A change of more than 10%')).toBeVisible();
    await page.getByRole('button', { name: `Approve ${PROPERTY.name}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason for the request').fill('The appraiser is known to us.');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Request approval' }).click();
    await expectToast(page, 'Approval Requested', 'The other admins were notified.');
    await page.goto('/admin-approvals');
    await expect(page.getByText('Another admin has to approve it.')).toBeVisible();
    expect(await totalValue(investor.request)).toBe(before);
  });

  await test.step('the second one carries it out', async () => {
    await signInAs(second, 'admin2');
    await second.goto('/admin-approvals');
    await expectAccessible(second);
    await second.getByRole('button', { name: 'Approve: ' }).click();
    await second.getByRole('dialog').getByRole('button', { name: 'Approve and carry out' }).click();
    await expectToast(second, 'Request Approved', `Done: Approve the valuation of ${PROPERTY.name}.`);
  });

  await test.step('its holders have more, and nobody trades by the old value', async () => {
    expect(await totalValue(investor.request)).toBeGreaterThan(before);
    await investor.goto(`/property/${PROPERTY.id}?tab=trading`);
    await expect(investor.getByText(/changed the value of a share by more than 10%/).first()).toBeVisible();
    await investor.goto('/notifications');
    await expect(
      investor.getByText(new RegExp(`a share of ${PROPERTY.name} is worth`)).first(),
    ).toBeVisible();
  });
});
