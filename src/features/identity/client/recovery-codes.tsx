import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { PRODUCT_NAME } from '#kernel/product.ts';
import { saveFile } from '#platform/browser/download.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { DownloadButton } from '#ui/download-button.tsx';
import { showToast } from '#ui/toast.ts';

/** Recovery codes at the one moment at which they can be read. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const [copied, setCopied] = useState(false);
  const Icon = copied ? Check : Copy;
  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      setCopied(true);
    } catch {
      showToast({
        title: 'Failed to copy',
        description: 'Please copy the codes manually',
        variant: 'destructive',
      });
    }
  }
  return (
    <>
      <Alert tone="warning" title="Save them now">
        They are shown only once. Each signs you in once, in place of a code from the app.
      </Alert>
      <ul aria-label="Recovery codes" className="mt-4 grid gap-x-6 gap-y-2 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap gap-2.5">
        <Button variant="secondary" onClick={() => void copy()}>
          <Icon size={18} aria-hidden="true" />
          <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
        </Button>
        <DownloadButton onClick={() => download(codes)}>Save as a file</DownloadButton>
      </div>
    </>
  );
}

function download(codes: readonly string[]): void {
  const content = new Blob([`${PRODUCT_NAME} recovery codes\n\n${codes.join('\n')}\n`], {
    type: 'text/plain',
  });
  saveFile(content, `${PRODUCT_NAME.toLowerCase()}-recovery-codes.txt`);
}
