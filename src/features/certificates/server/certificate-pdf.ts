import { renderOnce } from '#features/statements/server/index.ts';
import { formatDate } from '#kernel/time.ts';
import { isDrawable, type TextDocument } from '#platform/server/ports/documents.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { HOLDER_LINE } from '../certificates.rules.ts';
import { type Certificate, certificateOf } from './certificates.queries.ts';

/** "Nov 30, 2026, 00:23:22 UTC". */
const momentText = (at: Date) => `${formatDate(at)}, ${at.toISOString().slice(11, 19)} UTC`;

/** The command that checks a certificate's signed text and signature by the key in key.pem. */
const offlineCheck = (code: string) =>
  `openssl pkeyutl -verify -pubin -inkey key.pem -rawin -in commonhold-certificate-${code}.txt -sigfile commonhold-certificate-${code}.sig`;

function documentOf(origin: string, certificate: Certificate): TextDocument {
  const { code, propertyName, location, shares, signedText, signature, signedWith, issuedAt } = certificate;
  const lines = signedText.trimEnd().split('\n');
  // Some were issued before names had to be drawable.
  const isShown = lines.every(isDrawable);
  const holder = lines.find((line) => line.startsWith(HOLDER_LINE))?.slice(HOLDER_LINE.length);
  const address = `${origin}/verify/${code}`;
  return {
    title: `Share certificate: ${propertyName}`,
    subtitle: `${location}. An extract from the share register, as of ${momentText(issuedAt)}. It is not a share itself: shares change hands only in the register.`,
    dated: issuedAt,
    sections: [
      {
        heading: 'The holding',
        lines: [
          ...(isShown && holder ? [{ term: 'Holder', value: holder }] : []),
          { term: 'Property', value: propertyName },
          { term: 'Shares', value: shares.toLocaleString('en-US') },
          { term: 'Code', value: code },
        ],
      },
      {
        heading: 'How to verify it',
        paragraphs: [
          `Anyone can check at ${address} whether these shares are still held; nothing else is shown.`,
        ],
        qrCode: { text: address, label: `QR code that leads to ${address}` },
      },
      {
        heading: 'What is signed',
        ...(isShown
          ? { exactText: lines }
          : {
              paragraphs: [
                'A text with letters that cannot be shown here. The zip of this certificate has it.',
              ],
            }),
      },
      { heading: 'Signature (Ed25519)', exactText: [signature] },
      {
        heading: 'Check the signature without us',
        paragraphs: [
          `Download this certificate as a zip in the Document Center, and save the key "${signedWith}" from ${origin}/api/certificates/keys as key.pem. Then run this command of OpenSSL 3:`,
        ],
        exactText: [offlineCheck(code)],
      },
    ],
  };
}

/**
 * The PDF of a person's certificate: drawn when it is first asked for, and the same bytes from then on.
 * @throws CERTIFICATE_NOT_FOUND
 */
export async function certificatePdf(platform: Platform, userId: string, code: string) {
  const certificate = await certificateOf(platform.db, userId, code);
  const bytes = await renderOnce(platform, { userId, kind: 'certificate', subject: code }, () =>
    platform.documents.text(documentOf(platform.origin, certificate), userId),
  );
  return { name: `commonhold-certificate-${code}.pdf`, bytes, certificate };
}
