import { DEMO_USER } from '#kernel/demo.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { TrpcContext } from '#platform/server/trpc.ts';

/** Every call of the demo is the Demo User's, who has always just proven who they are. */
export function asDemoUser(platform: Platform): TrpcContext {
  return {
    platform,
    caller: {
      actor: {
        kind: 'user',
        userId: DEMO_USER.id,
        role: 'user',
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
