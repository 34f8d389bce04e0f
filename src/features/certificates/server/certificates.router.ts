import { publicProcedure, router, signedInProcedure } from '#platform/server/transport/trpc.ts';
import {
  issueCertificateInput,
  issuedCertificate,
  verifiedCertificate,
  verifyCertificateInput,
} from '../certificates.contract.ts';
import { verifyCertificate } from './certificates.queries.ts';
import { issue } from './issue.ts';

export const certificatesRouter = router({
  issue: signedInProcedure
    .input(issueCertificateInput)
    .output(issuedCertificate)
    .mutation(({ ctx, input }) => issue(ctx, input)),
  /** A person who is shown a new certificate looks it up right away. */
  verify: publicProcedure
    .meta({ onPrimary: true })
    .input(verifyCertificateInput)
    .output(verifiedCertificate)
    .query(({ ctx, input }) => verifyCertificate(ctx.platform, ctx.caller, input)),
});
