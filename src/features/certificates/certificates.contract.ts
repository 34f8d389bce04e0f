import { z } from 'zod';
import { defineErrors } from '#kernel/errors.ts';
import { instant, propertyId, requestId } from '#kernel/schemas.ts';

/** The code of a certificate, as printed on it; small letters and missing dashes are understood. */
export const certificateCode = z
  .string()
  .max(40)
  .transform((text) => text.toUpperCase().replaceAll(/[^0-9A-Z]/g, ''))
  .refine((text) => text.length === 16, 'A certificate code has 16 letters and digits.')
  .transform((text) => (text.match(/.{4}/g) ?? []).join('-'));

export const issueCertificateInput = z.strictObject({ propertyId, requestId });
export const issuedCertificate = z.object({ code: z.string(), issuedAt: instant });

export const verifyCertificateInput = z.strictObject({ code: certificateCode });

/** The public part of a certificate: never its owner. */
export const verifiedCertificate = z.object({
  code: z.string(),
  propertyName: z.string(),
  location: z.string(),
  shares: z.int(),
  issuedAt: instant,
  /** Whether the person still holds at least as many shares. */
  isStillHeld: z.boolean(),
  checkedAt: instant,
});

export const certificateErrors = defineErrors({
  NO_SHARES: ['refused', 'You hold no shares of this property.'],
  NOT_FUNDED: ['refused', 'You can get a certificate once the property’s offering has succeeded.'],
  PROPERTY_IN_REVIEW: [
    'refused',
    'This property is off the market and back in review. Request a certificate once it is approved again.',
  ],
  NAME_NOT_DRAWABLE: [
    'refused',
    'A certificate shows your name in Latin, Greek or Cyrillic letters. Enter it that way in Settings, as it appears in your passport.',
  ],
  PROPERTY_NOT_DRAWABLE: [
    'refused',
    'A certificate cannot show the name of this property, which is not in Latin, Greek or Cyrillic letters.',
  ],
  HOLDING_CHANGED: ['conflict', 'Your shares changed while the certificate was being issued. Try again.'],
  CERTIFICATE_NOT_FOUND: [
    'notFound',
    'There is no certificate with this code. Check every letter and digit.',
  ],
});

export type VerifiedCertificate = z.infer<typeof verifiedCertificate>;
