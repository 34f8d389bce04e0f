import { z } from 'zod';
import { defineErrors } from '#kernel/errors.ts';
import { instant, pageInput, pageOf, personText, propertyId } from '#kernel/schemas.ts';

/** Holders that one file may have. */
export const MAX_EXPORTED_HOLDERS = 50_000;

export const releaseRegisterInput = z.strictObject({
  propertyId,
  /** Purpose of the register, for the audit log. */
  purpose: personText(500, 'Enter what the register is needed for. It is recorded in the audit log.'),
});
export const downloadRegisterInput = z.strictObject({ id: z.uuid() });
export const releaseListInput = z.strictObject(pageInput({ max: 100, default: 25 }));

export const registerRelease = z.object({
  id: z.string(),
  property: z.object({ id: propertyId, name: z.string() }),
  recordAt: instant,
  purpose: z.string(),
  releasedBy: z.string(),
  expiresAt: instant,
});
export const releasePage = pageOf(registerRelease);
export const releasedRegister = z.object({ id: z.string(), expiresAt: instant });
export const registerFile = z.object({ fileName: z.string(), csv: z.string(), rows: z.int() });

export const registerErrors = defineErrors({
  RELEASE_NOT_FOUND: ['notFound', 'There is no such register.'],
  RELEASE_EXPIRED: ['conflict', 'This register can no longer be downloaded. Request it again.'],
  TOO_MANY_HOLDERS: [
    'refused',
    `An export can include at most ${MAX_EXPORTED_HOLDERS.toLocaleString('en-US')} shareholders.`,
  ],
});

export type RegisterRelease = z.infer<typeof registerRelease>;
