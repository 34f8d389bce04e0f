import { Check, Gift } from 'lucide-react';
import { useState } from 'react';
import { formatUsd, formatUsdExact } from '#kernel/money.ts';
import { plural } from '#kernel/plural.ts';
import { formatDate } from '#kernel/time.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import type { ReferralOverview, Reward } from '../referrals.contract.ts';
import { MAX_REWARD_SHARE_CENTS, REWARD_TIERS } from '../referrals.rules.ts';
import { ChooseRewardDialog } from './choose-reward-dialog.tsx';

const sharesText = (shares: number) => `${shares} bonus ${plural(shares, 'share')}`;

/** The three tiers, with the state of their rewards. */
export function RewardTiers({ overview }: { overview: ReferralOverview }) {
  const [choosing, setChoosing] = useState<Reward | null>(null);
  return (
    <Card title="Reward tiers">
      <ul className="divide-y divide-line">
        {REWARD_TIERS.map(({ referrals, shares }) => {
          const reward = overview.rewards.find(({ tier }) => tier === referrals);
          const worth = formatUsd(shares * MAX_REWARD_SHARE_CENTS);
          return (
            <li key={referrals} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4 first:pt-0">
              <span className="grid size-10 shrink-0 place-items-center rounded-full bg-brass-soft text-brass">
                {reward ? <Check size={20} aria-hidden="true" /> : <Gift size={20} aria-hidden="true" />}
              </span>
              <div className="min-w-0 grow basis-52">
                <p className="font-semibold">{referrals} successful referrals</p>
                <p className="text-muted">
                  {sharesText(shares)} ({shares === 1 ? `about ${worth}` : worth})
                </p>
                {reward && <p className="mt-1 text-sm">{rewardText(reward)}</p>}
              </div>
              {reward?.status === 'granted' && <Badge tone="success">Granted</Badge>}
              {reward && isFree(reward) && overview.enabled && (
                <Button size="small" onClick={() => setChoosing(reward)}>
                  {reward.property ? 'Choose another property' : 'Choose a property'}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {choosing && <ChooseRewardDialog reward={choosing} onClose={() => setChoosing(null)} />}
    </Card>
  );
}

const isFree = ({ status }: Reward) => status === 'open' || status === 'pending';

function rewardText({ status, property, paidCents, grantedAt, refusal }: Reward): string {
  if (refusal !== null) return `You have not received it yet. ${refusal}`;
  const name = property?.name ?? 'a property';
  if (status === 'granted' && paidCents !== null && grantedAt !== null) {
    return `Shares of ${name} since ${formatDate(grantedAt)}. What they cost that day, ${formatUsdExact(paidCents)} with the fee, counts as your income.`;
  }
  if (status === 'pending') return `Shares of ${name}, to be bought once the reward is funded.`;
  if (status === 'paid') return 'It was paid to your wallet in cash.';
  if (status === 'open') return 'Choose a property for your shares.';
  return `Shares of ${name} are being bought.`;
}
