/** Link to the mails that a server stores instead of sending them, if it has any. */
export function MailboxLink({ mailbox, className }: { mailbox: string | null; className: string }) {
  if (mailbox === null) return null;
  return (
    <a href={mailbox} target="_blank" rel="noreferrer" className={className}>
      Open the mailbox
    </a>
  );
}
