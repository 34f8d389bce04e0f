import { Copy, Share2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { PRODUCT_NAME } from '#kernel/product.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { QrCode } from '#ui/qr-code.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextField } from '#ui/text-field.tsx';
import { showToast } from '#ui/toast.ts';
import type { ReferralOverview } from '../referrals.contract.ts';

/** The caller's code and link, to be copied, shared or scanned. A first visit makes the code. */
export function InvitationCard({ overview }: { overview: ReferralOverview }) {
  const { code, link } = overview;
  const making = useCommand(trpc.referrals.makeCode.mutationOptions(), {});
  const { run } = making;
  useEffect(() => {
    if (code === null) void run(undefined);
  }, [code, run]);
  return (
    <Card title="Your invitation">
      {making.errorText ? (
        <Alert
          tone="danger"
          action={
            <Button variant="secondary" onClick={() => void run(undefined)}>
              Try again
            </Button>
          }
        >
          {making.errorText}
        </Alert>
      ) : code !== null && link !== null ? (
        <Invitation code={code} link={link} />
      ) : (
        <Skeleton className="h-40" />
      )}
    </Card>
  );
}

function Invitation({ code, link }: { code: string; link: string }) {
  const field = useRef<HTMLInputElement>(null);
  const canShare = typeof navigator.share === 'function';

  async function copy() {
    try {
      await navigator.clipboard.writeText(link);
      showToast({ title: 'Copied!', description: 'Referral link copied to clipboard' });
    } catch {
      field.current?.select();
      showToast({
        title: 'Failed to copy',
        description: 'Please copy the link manually',
        variant: 'destructive',
      });
    }
  }

  async function share() {
    const text = `Own shares of real buildings with me on ${PRODUCT_NAME}.`;
    // The sheet was closed without sharing, which is no failure.
    await navigator.share({ title: PRODUCT_NAME, text, url: link }).catch(() => undefined);
  }

  return (
    <div className="flex flex-wrap items-start gap-6">
      <div className="min-w-0 grow basis-72">
        <p className="text-sm text-muted">Referral code</p>
        <p className="amount text-2xl font-semibold tracking-widest">{code}</p>
        <TextField
          ref={field}
          className="mt-4"
          label="Referral link"
          readOnly
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
        <div className="mt-4 flex flex-wrap gap-2.5">
          <Button onClick={() => void copy()}>
            <Copy size={18} aria-hidden="true" />
            Copy link
          </Button>
          {canShare && (
            <Button variant="secondary" onClick={() => void share()}>
              <Share2 size={18} aria-hidden="true" />
              Share
            </Button>
          )}
        </div>
      </div>
      <QrCode text={link} label="QR code of your referral link" className="size-40 border border-line" />
    </div>
  );
}
