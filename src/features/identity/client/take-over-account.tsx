import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Button } from '#ui/button.tsx';
import type { User } from '../identity.contract.ts';
import { ConsentText } from './consent-text.tsx';

interface TakeOverAccountProps {
  provider: string;
  onSignedUp: (user: User) => Promise<void>;
}

/** For people who cannot sign in to the account of their address, which nobody has confirmed. */
export function TakeOverAccount({ provider, onSignedUp }: TakeOverAccountProps) {
  const signUp = useCommand(trpc.identity.signUpWithProvider.mutationOptions(), {
    onDone: (user) => void onSignedUp(user),
  });
  return (
    <div className="mt-3 grid justify-items-start gap-3">
      <p>
        That account was never confirmed. If you do not know its password, take it over with {provider}: its
        password and every other way to sign in to it are removed.
      </p>
      <ConsentText by="taking over the account" />
      <Button
        variant="secondary"
        size="small"
        className="min-h-10"
        onClick={() => void signUp.run()}
        busy={signUp.busy}
      >
        Take over the account
      </Button>
      {signUp.errorText && <p className="font-medium text-negative">{signUp.errorText}</p>}
    </div>
  );
}
