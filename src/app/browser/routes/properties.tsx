import { createFileRoute } from '@tanstack/react-router';
import { homeHead, loadHome } from '../home/home-loading.ts';
import { HomeScreen } from '../home/home-screen.tsx';

export const Route = createFileRoute('/properties')({
  staticData: { public: true, layout: 'cards' },
  loader: loadHome,
  head: homeHead,
  component: HomeScreen,
});
