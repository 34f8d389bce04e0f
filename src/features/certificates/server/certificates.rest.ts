import { z } from 'zod';
import { restRoute } from '#platform/server/transport/rest.ts';

export const certificatesRest = [
  restRoute({
    method: 'GET',
    path: '/api/certificates/keys',
    name: 'certificates.keys',
    summary: 'The public keys by which the signatures of share certificates are checked, the newest first.',
    access: 'public',
    status: 200,
    answer: z.object({ keys: z.array(z.object({ id: z.string(), pem: z.string() })) }),
    errors: [],
    handle: async ({ platform }) => ({ keys: await platform.signer.publicKeys() }),
  }),
];
