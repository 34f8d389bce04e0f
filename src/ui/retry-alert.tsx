import type { ComponentProps } from 'react';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';

interface RetryAlertProps extends Omit<ComponentProps<typeof Alert>, 'tone' | 'action'> {
  onRetry: () => void;
}

/** What of a screen could not be loaded, with the way to try again. */
export function RetryAlert({ onRetry, ...alert }: RetryAlertProps) {
  return (
    <Alert
      {...alert}
      tone="danger"
      action={
        <Button variant="secondary" size="small" onClick={onRetry}>
          Try again
        </Button>
      }
    />
  );
}
