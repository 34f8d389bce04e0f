import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { startTransition, useOptimistic } from 'react';
import { showFailure } from '#features/identity/client/index.ts';
import { PRODUCT_NAME } from '#kernel/product.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { CheckboxField } from '#ui/checkbox-field.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import { showToast } from '#ui/toast.ts';
import type { NotificationPreferences } from '../notifications.contract.ts';
import { DIGEST_HOUR } from '../notifications.rules.ts';
import { askDevice, useDevicePermission } from './device.ts';
import { preferencesOptions } from './notification-queries.ts';

type SwitchName = Exclude<keyof NotificationPreferences, 'emailFrequency'>;
type Switch = [name: SwitchName, label: string, hint: string];

const kinds: Switch[] = [
  ['distributions', 'Distributions', 'Rent payouts to you.'],
  ['governance', 'Governance', 'Proposals you can vote on, and their results.'],
  [
    'propertyUpdates',
    'Property updates',
    'Your purchases, sales and refunds, Auto-Invest, and news about properties you hold, watch or have submitted.',
  ],
  ['achievements', 'Achievements', 'Portfolio and referral milestones.'],
  [
    'systemUpdates',
    'System updates',
    'Deposits, withdrawals and service news. You always get decisions about your account.',
  ],
];
const channels: Switch[] = [
  ['emailNotifications', 'Email', 'We email you anything you haven’t read here within two minutes.'],
  [
    'pushNotifications',
    'Push',
    `A notification on this device while ${PRODUCT_NAME} is open in another tab.`,
  ],
];

const frequencies: { value: NotificationPreferences['emailFrequency']; label: string }[] = [
  { value: 'immediate', label: 'As it happens' },
  { value: 'daily', label: `Daily digest, ${DIGEST_HOUR}:00 AM UTC` },
  { value: 'weekly', label: `Weekly digest, Mondays ${DIGEST_HOUR}:00 AM UTC` },
];

export function NotificationSettings() {
  const { data: saved, error, refetch, isFetching } = useQuery(preferencesOptions());
  const [data, change] = useChange(saved);
  if (data) {
    return (
      <div className="grid gap-x-12 gap-y-6 px-4 pb-6 sm:px-6 lg:grid-cols-2">
        <SwitchGroup title="What we notify you about" switches={kinds} chosen={data} onChange={change} />
        <div className="min-w-0">
          <SwitchGroup
            title="How we reach you"
            switches={channels}
            chosen={data}
            onChange={(preferences) => {
              change(preferences);
              if (preferences.pushNotifications && !data.pushNotifications) void askDevice();
            }}
          />
          {data.pushNotifications && <DevicePermissionNotice />}
          <SelectField
            label="Email frequency"
            hint="Security messages are always emailed right away."
            className="mt-4"
            options={frequencies}
            value={data.emailFrequency}
            disabled={!data.emailNotifications}
            onChange={({ target }) =>
              change({ ...data, emailFrequency: target.value as NotificationPreferences['emailFrequency'] })
            }
          />
        </div>
      </div>
    );
  }
  if (error)
    return <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  return (
    <SkeletonRegion label="Loading your settings" className="grid gap-5 px-4 pb-6 sm:px-6">
      {kinds.map(([name]) => (
        <Skeleton key={name} className="h-12" />
      ))}
    </SkeletonRegion>
  );
}

/** Says why this device shows no notifications although push is on; renders nothing when it does show them. */
function DevicePermissionNotice() {
  const permission = useDevicePermission();
  if (permission === 'granted') return null;
  if (permission === 'default') {
    const allow = (
      <Button variant="secondary" onClick={() => void askDevice()}>
        Allow on this device
      </Button>
    );
    return (
      <Alert className="mt-3" action={allow}>
        Notifications are not turned on for this device yet.
      </Alert>
    );
  }
  return (
    <Alert className="mt-3">
      {permission === 'denied'
        ? 'This browser blocks notifications from this site. Allow them in the browser settings.'
        : 'This browser cannot show notifications. Try another device.'}
    </Alert>
  );
}

interface SwitchGroupProps {
  title: string;
  switches: readonly Switch[];
  chosen: NotificationPreferences;
  onChange: (preferences: NotificationPreferences) => void;
}

function SwitchGroup({ title, switches, chosen, onChange }: SwitchGroupProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-serif text-lg font-semibold">{title}</legend>
      <div className="grid gap-3">
        {switches.map(([name, label, hint]) => (
          <CheckboxField
            key={name}
            look="switch"
            label={label}
            hint={hint}
            checked={chosen[name]}
            onChange={(event) => onChange({ ...chosen, [name]: event.target.checked })}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** Switches move immediately and move back when saving fails. Changes are saved one after the other. */
function useChange(saved: NotificationPreferences | undefined) {
  const queryClient = useQueryClient();
  const { queryKey } = preferencesOptions();
  const [chosen, choose] = useOptimistic(saved);
  const { mutateAsync } = useMutation(
    trpc.notifications.setPreferences.mutationOptions({
      scope: { id: 'notifications.setPreferences' },
      onSuccess: async (_, preferences) => {
        await queryClient.cancelQueries({ queryKey });
        queryClient.setQueryData(queryKey, preferences);
        showToast({ title: 'Settings updated' });
      },
    }),
  );
  const change = (preferences: NotificationPreferences) =>
    startTransition(async () => {
      choose(preferences);
      try {
        await mutateAsync(preferences);
      } catch (error) {
        showFailure(error);
      }
    });
  return [chosen, change] as const;
}
