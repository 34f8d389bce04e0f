import { Outlet } from '@tanstack/react-router';
import { RouteTitle } from './route-title.ts';

/** The page of the route, with its title. */
export function RoutedPage() {
  return (
    <>
      <RouteTitle />
      <Outlet />
    </>
  );
}
