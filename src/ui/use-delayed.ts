import { useEffect, useState } from 'react';

/** True only after `active` has been true for `milliseconds` without a break. */
export function useDelayed(active: boolean, milliseconds = 300): boolean {
  const [elapsed, setElapsed] = useState(false);
  useEffect(() => {
    if (!active) return;
    const timer = setTimeout(() => setElapsed(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setElapsed(false);
    };
  }, [active, milliseconds]);
  return active && elapsed;
}
