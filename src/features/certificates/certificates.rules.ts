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
    `Property: ${propertyId}, ${propertyName}, ${location}`,
    `Shares: ${shares} of ${totalShares}`,
    `${HOLDER_LINE}${holder}`,
    `Register read at: ${issuedAt.toISOString()}`,
  ];
  return `${lines.join('\n')}\n`;
}
