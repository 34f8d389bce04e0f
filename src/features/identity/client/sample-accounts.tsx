import { useNavigate } from '@tanstack/react-router';
import type { SampleAccount } from '../identity.contract.ts';

interface SampleAccountsProps {
  accounts: readonly SampleAccount[];
  returnTo: string;
  onChoose: (account: { email: string; password: string }) => void;
}

/** Offered only by a server that carries the sample world. */
export function SampleAccounts({ accounts, returnTo, onChoose }: SampleAccountsProps) {
  const navigate = useNavigate();
  return (
    <section aria-labelledby="sample-accounts" className="mt-10 border-t border-line pt-6">
      <h2 id="sample-accounts" className="text-lg">
        Look around with a sample account
      </h2>
      <p className="mt-1 text-sm text-muted">
        This server holds sample data. Choose an account to fill in its email and password.
      </p>
      <ul className="mt-4 grid gap-2">
        {accounts.map((account) => (
          <li key={account.email}>
            <button
              type="button"
              className="flex min-h-14 w-full cursor-pointer items-center justify-between gap-x-4 max-sm:flex-col max-sm:items-start max-sm:justify-center rounded-box border border-line bg-surface px-4 py-2 text-left hover:border-field-line hover:bg-quiet-soft"
              onClick={async () => {
                await navigate({ to: '/login', search: { mode: 'sign-in', returnTo }, replace: true });
                onChoose(account);
              }}
            >
              <span className="font-semibold">{account.label}</span>
              <span className="text-sm text-muted">{account.email}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
