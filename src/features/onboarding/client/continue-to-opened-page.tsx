import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { keepFocusNearby } from '#ui/return-focus.ts';
import { forgetOpenedPage, openedPage } from './opened-page.ts';
import { openedPageTexts } from './opened-page-texts.ts';

/** The way back to the page in whose place the questions were skipped; it stays until it is taken or declined. */
export function ContinueToOpenedPage() {
  const [address, setAddress] = useState(openedPage);
  const navigate = useNavigate();
  if (address === null) return null;
  const { before, action } = openedPageTexts(address);
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-8 gap-y-4 rounded-box border border-brass/30 bg-brass-soft p-5">
      <p className="min-w-0 grow basis-72">{before}</p>
      <div className="flex flex-wrap gap-2.5">
        <Button
          onClick={() => {
            forgetOpenedPage();
            void navigate({ href: address });
          }}
        >
          {action}
        </Button>
        <Button
          variant="quiet"
          onClick={() => {
            keepFocusNearby();
            forgetOpenedPage();
            setAddress(null);
          }}
        >
          Not now
        </Button>
      </div>
    </div>
  );
}
