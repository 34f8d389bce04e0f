import { queryClient } from '#platform/browser/query-client.ts';
import { ensureUser } from '#platform/browser/session.ts';
import { described, titled } from '../page-title.ts';
import { loadSoon } from '../routes/-load-soon.ts';
import { loadUnlessRendered } from '../shell/static-part.tsx';
import {
  newestOptions,
  offeredOptions,
  ownedOptions,
  paidOptions,
  portfolioOptions,
  trustOptions,
} from './home-queries.ts';
import { heroStreet, howItWorks, whyAndWhat } from './landing-parts.ts';

/** Code of its own, because visitors see the landing page instead. */
export const importMemberHome = () => import('./member-home.tsx');

function loadMemberHome(): Promise<unknown> {
  return Promise.all([importMemberHome(), queryClient.ensureQueryData(newestOptions()), loadHoldings()]);
}

/** A person without shares may be an owner. */
async function loadHoldings(): Promise<void> {
  const { propertyCount } = await queryClient.ensureQueryData(portfolioOptions());
  if (propertyCount === 0) await queryClient.ensureQueryData(ownedOptions());
}

function loadLanding(): Promise<unknown> {
  return Promise.all([
    queryClient.ensureQueryData(offeredOptions()),
    queryClient.ensureQueryData(paidOptions()),
    queryClient.ensureQueryData(trustOptions()),
    loadUnlessRendered([heroStreet, howItWorks, whyAndWhat]),
  ]);
}

/** The loader of `/` and `/properties`, which are the landing page to a visitor and a home to a member. */
export async function loadHome(): Promise<{ member: boolean }> {
  const user = await ensureUser();
  await loadSoon(user ? loadMemberHome() : loadLanding());
  return { member: user !== null };
}

const landing = described({
  title: 'Own shares of real buildings from $100',
  description:
    'Commonhold divides real buildings into shares. Choose one, own part of it from $100, receive your share of the rent, and vote on what happens to it.',
  canonical: '/',
});

export function homeHead({ loaderData }: { loaderData?: { member: boolean } | undefined }) {
  return loaderData?.member ? titled('Home') : landing;
}
