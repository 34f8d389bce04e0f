export interface WalletSearch {
  /** The open dialog, in the address so that it is open again after a detour through sign-in. */
  dialog?: 'deposit' | 'withdraw';
  view?: 'transfers';
}

export function parseWalletSearch({ dialog, view }: Record<string, unknown>): WalletSearch {
  return {
    ...(dialog === 'deposit' || dialog === 'withdraw' ? { dialog } : {}),
    ...(view === 'transfers' ? { view } : {}),
  };
}
