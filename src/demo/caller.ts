import { type DemoPerson, demoPeople } from '#kernel/demo.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { TrpcContext } from '#platform/server/transport/trpc.ts';

/** The context of a call by one of the demo's people, who always counts as recently authenticated. */
export function asDemoPerson(platform: Platform, person: DemoPerson): TrpcContext {
  const { id, role } = demoPeople[person];
  return {
    platform,
    caller: {
      actor: {
        kind: 'user',
        userId: id,
        role,
        scope: 'write',
        sessionId: 'demo',
        authenticatedAt: platform.clock.now(),
      },
      address: 'demo',
      userAgent: '',
      secure: true,
    },
    responseHeaders: new Headers(),
    cookies: '',
  };
}
