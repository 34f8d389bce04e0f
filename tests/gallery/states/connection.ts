import type { Page } from '@playwright/test';
import { holdBack } from '../../e2e/actors.ts';
import { expect, signInAs } from '../../e2e/fixtures.ts';
import type { Scene, State } from './state.ts';

const SERVER = /\/api\/|\/readyz/;
const QUERIES = /\/api\/trpc\//;

/** Goes to another page of the open app, as a link does. */
const follow = (page: Page, address: string) => page.evaluate((to) => history.pushState({}, '', to), address);

const loading = (name: string, address: string): State => ({
  name: `loading, ${name}`,
  isLoading: true,
  async open(page) {
    await page.goto('/notifications');
    await holdBack(page, QUERIES);
    await follow(page, address);
    await expect(page.getByRole('main').locator('[aria-busy="true"]').first()).toBeVisible();
  },
});

/** A server that answers late, in part, or not at all. */
export const connection: Scene = {
  person: 'a member with a bad connection',
  async arrive(page) {
    await signInAs(page, 'investor');
    return [
      loading('home', '/'),
      loading('portfolio', '/dashboard'),
      loading('marketplace', '/investor-marketplace'),
      loading('property', '/property/1'),
      loading('resale marketplace', '/resale-marketplace'),
      loading('wallet', '/wallet'),
      loading('identity check', '/onboarding/kyc'),
      {
        name: 'server away, the page keeps what it shows',
        async open(page) {
          await page.goto('/dashboard');
          await expect(page.getByRole('slider', { name: 'Value and money put in' })).toBeVisible();
          await page.route(SERVER, (route) => route.abort());
          await follow(page, '/settings');
          await expect(page.getByText('Commonhold cannot be reached.')).toBeVisible();
          await page.goBack();
          await expect(page.getByRole('slider', { name: 'Value and money put in' })).toBeVisible();
        },
      },
      {
        name: 'server away, a page that cannot be loaded',
        async open(page) {
          await page.goto('/dashboard');
          await page.route(SERVER, (route) => route.abort());
          await follow(page, '/settings');
          await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
          await expect(page.getByText('Commonhold cannot be reached.')).toBeVisible();
        },
      },
      {
        name: 'code of a page that cannot be loaded',
        async open(page) {
          await page.goto('/wallet');
          await page.route(/\/assets\/.*\.js|\/readyz/, (route) => route.abort());
          await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click();
          await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
        },
      },
    ];
  },
};
