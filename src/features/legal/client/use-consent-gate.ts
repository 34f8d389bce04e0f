import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isDemo } from '#platform/browser/variant.ts';
import { asksForConsent } from '../consent-gate.rules.ts';
import { dueOptions } from './legal-queries.ts';

/**
 * Whether the page that someone goes to asks first for consent to a new version of a legal document. It is decided once,
 * when they arrive, so that nobody is interrupted on a page where they may be about to pay.
 */
export function useConsentGate(
  userId: string | null,
  { pathname, found }: { pathname: string; found: boolean },
): { isAsking: boolean; postpone: () => void } {
  const [decided, setDecided] = useState<{ pathname: string; asks: boolean } | null>(null);
  const [isPostponed, setPostponed] = useState(false);
  const { data } = useQuery({ ...dueOptions(), enabled: userId !== null && !isDemo });
  const isDue = data !== undefined && data.length > 0;
  if (data !== undefined && decided?.pathname !== pathname)
    setDecided({ pathname, asks: asksForConsent({ pathname, found, isDue, isInDialog: isInDialog() }) });
  return {
    isAsking: isDue && !isPostponed && decided?.pathname === pathname && decided.asks,
    postpone: () => setPostponed(true),
  };
}

const isInDialog = () => document.querySelector('dialog[open]') !== null;
