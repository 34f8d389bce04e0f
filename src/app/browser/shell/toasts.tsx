import { type ComponentType, useEffect, useState } from 'react';
import { loadToastsBy } from '#ui/toast.ts';

const ACTIONS = ['pointerdown', 'keydown', 'focusin'] as const;

/**
 * Loads the toaster at the first interaction, so that it is there before the first message even if the network fails in
 * the meantime. A failed load is tried again with the next message.
 */
export function Toasts() {
  const [Layer, setLayer] = useState<ComponentType | null>(null);
  useEffect(() => {
    let loading = false;
    const load = () => {
      if (loading) return;
      loading = true;
      import('./toast-layer.tsx').then(
        ({ ToastLayer }) => setLayer(() => ToastLayer),
        () => {
          loading = false;
        },
      );
    };
    const stop = loadToastsBy(load);
    for (const action of ACTIONS) addEventListener(action, load, { once: true });
    return () => {
      stop();
      for (const action of ACTIONS) removeEventListener(action, load);
    };
  }, []);
  return Layer && <Layer />;
}
