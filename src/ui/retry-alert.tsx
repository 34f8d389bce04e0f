import type { ComponentProps } from 'react';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';

interface RetryAlertProps extends Omit<ComponentProps<typeof Alert>, 'tone' | 'action'> {
  onRetry: () => void;
}

/** A message that a part of the screen could not be loaded, with a retry. */
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
