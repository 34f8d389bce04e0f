/** Without letters that look like digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Random bytes that a code is made of: 80 bits of them count. */
export const CODE_BYTES = 16;

/** A code from random bytes, such as "7QK2-0F3M-XW9T-A4BD". */
export function codeFrom(random: Uint8Array): string {
  const letters = [...random.subarray(0, CODE_BYTES)]
    .map((byte) => ALPHABET[byte % ALPHABET.length])
    .join('');
  return (letters.match(/.{4}/g) ?? []).join('-');
}

/** How the line of the signed text begins that names the holder. */
export const HOLDER_LINE = 'Holder: ';

const propertyStart = (propertyId: number) => `Property: ${propertyId}, `;

/**
 * Name and location of the property as they were signed, whatever they are now. Both may have commas, and of the two the
 * one that has not changed since says where the other ends; the first comma does where both have.
 */
export function signedPropertyOf(
  { propertyId, signedText }: { propertyId: number; signedText: string },
  today: { propertyName: string; location: string },
): { propertyName: string; location: string } {
  const start = propertyStart(propertyId);
  const line = signedText.split('\n').find((one) => one.startsWith(start));
  if (line === undefined) return today;
  const signed = line.slice(start.length);
  const [name, location] = [today.propertyName, today.location].map((text) => text.normalize('NFC'));
  const nameEnd = signed.endsWith(`, ${location}`)
    ? signed.length - `, ${location}`.length
    : signed.startsWith(`${name}, `)
      ? `${name}`.length
      : signed.indexOf(', ');
  return { propertyName: signed.slice(0, nameEnd), location: signed.slice(nameEnd + 2) };
}

/** The signed text of a certificate, line by line. */
export function signedTextOf(certificate: {
  code: string;
  propertyId: number;
  propertyName: string;
  location: string;
  shares: number;
  totalShares: number;
  holder: string;
  issuedAt: Date;
}): string {
  const { code, propertyId, propertyName, location, shares, totalShares, holder, issuedAt } = certificate;
  const lines = [
    'Commonhold share certificate, version 1',
    `Code: ${code}`,
    `${propertyStart(propertyId)}${propertyName}, ${location}`,
    `Shares: ${shares} of ${totalShares}`,
    `${HOLDER_LINE}${holder}`,
    `Register read at: ${issuedAt.toISOString()}`,
  ];
  return `${lines.join('\n')}\n`;
}
