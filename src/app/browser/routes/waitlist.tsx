import { createFileRoute } from '@tanstack/react-router';
import { WaitlistScreen } from '#features/waitlist/client/waitlist-screen.tsx';
import { readWaitlistSearch } from '#features/waitlist/client/waitlist-search.ts';
import { isLaunched } from '#platform/browser/launch.ts';
import { described } from '../page-title.ts';
import { WaitlistPicture } from '../shell/waitlist-picture.tsx';

export const Route = createFileRoute('/waitlist')({
  validateSearch: readWaitlistSearch,
  staticData: { public: true, layout: 'columns' },
  head: () =>
    described({
      title: isLaunched() ? 'Get updates' : 'Join the waitlist',
      description: `Leave your email ${isLaunched() ? 'to hear about new offerings, and' : 'and be among the first to'} own part of a real building, starting at $100.`,
      canonical: '/waitlist',
    }),
  component: WaitlistPage,
});

function WaitlistPage() {
  return <WaitlistScreen search={Route.useSearch()} picture={<WaitlistPicture />} />;
}
