export interface WalletSearch {
  /** The open dialog, in the address so that it is open again after a detour through sign-in. */
  dialog?: 'deposit' | 'withdraw';
  view?: 'transfers';
  /** Missing cash of a purchase; the initial amount of the deposit. */
  cents?: number;
}

export function parseWalletSearch({ dialog, view, cents }: Record<string, unknown>): WalletSearch {
  return {
    ...(dialog === 'deposit' || dialog === 'withdraw' ? { dialog } : {}),
    ...(view === 'transfers' ? { view } : {}),
    ...(dialog === 'deposit' && isAmount(cents) ? { cents } : {}),
  };
}

function isAmount(cents: unknown): cents is number {
  return Number.isSafeInteger(cents) && Number(cents) > 0;
}
