import { useCallback, useRef } from 'react';

/** The same function, deaf while its last call is under way: a double click or a repeated Enter acts once. */
export function useSingleFlight<Args extends unknown[]>(
  run: (...args: Args) => Promise<unknown>,
): (...args: Args) => Promise<void> {
  const flying = useRef(false);
  const latest = useRef(run);
  latest.current = run;
  return useCallback(async (...args: Args) => {
    if (flying.current) return;
    flying.current = true;
    try {
      await latest.current(...args);
    } finally {
      flying.current = false;
    }
  }, []);
}
