import { Paperclip } from 'lucide-react';

/** Downloads the receipt of an entry. */
export function ReceiptLink({ receipt: { id, name } }: { receipt: { id: string; name: string } }) {
  return (
    <a
      href={`/api/receipts/${id}`}
      download
      className="link-plain inline-flex min-h-6 items-center gap-1.5 text-start wrap-anywhere"
    >
      <Paperclip size={15} className="shrink-0" aria-hidden="true" />
      <span className="sr-only">Download the receipt </span>
      {name}
    </a>
  );
}
