import { QueryClientProvider } from '@tanstack/react-query';
import { type AnyRouter, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { queryClient } from '#platform/browser/query-client.ts';
import { MemberContext, type MemberParts } from './navigation/member-context.ts';

/** The same tree in the browser and on the server, so that the server's markup can be hydrated. */
export function Application(props: { router: AnyRouter; memberParts: MemberParts | null }) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <MemberContext value={props.memberParts}>
          <RouterProvider router={props.router} />
        </MemberContext>
      </QueryClientProvider>
    </StrictMode>
  );
}
