import { PRODUCT_NAME } from '#kernel/product.ts';
import { formatDate } from '#kernel/time.ts';
import type { Mail } from '#platform/server/ports/mailer.ts';
import { writeMail } from '#platform/server/runtime/mail.ts';
import type { RetainedRecord } from '../own-data.contract.ts';
import { retentionTexts } from '../own-data.rules.ts';

/** The last mail, to someone who has closed their account. */
export function farewellMail(retained: readonly RetainedRecord[]): Pick<Mail, 'subject' | 'text' | 'html'> {
  const recordTexts = retained.map(({ kind, endsAt }) => {
    const { what, law } = retentionTexts[kind];
    return `Until ${formatDate(endsAt)} we keep: ${what}. (${law})`;
  });
  return writeMail({
    subject: 'Your account is closed',
    paragraphs: [
      `You have closed your account at ${PRODUCT_NAME}. You are signed out everywhere, and what the account said about you is erased. What you bought and sold stays in our books under a number without your name.`,
      ...(recordTexts.length > 0
        ? [
            'The law requires us to keep some records for a while. They are erased after that.',
            ...recordTexts,
          ]
        : []),
      'This address is no longer stored. You can open a new account with it whenever you like.',
    ],
    links: [],
  });
}
