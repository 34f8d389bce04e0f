import { Badge } from '#ui/badge.tsx';
import type { KycStatus } from '../kyc.contract.ts';
import { statusLabel } from './kyc-texts.ts';

export function KycStatusBadge({ status }: { status: KycStatus }) {
  const { text, tone } = statusLabel[status];
  return <Badge tone={tone}>{text}</Badge>;
}
