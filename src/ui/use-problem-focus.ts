import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/**
 * A form that was sent and is refused: the focus moves to its first field with a problem, which reads the problem out.
 * @returns the form, and what moves the focus once the problems are drawn; to be called as they are set
 */
export function useProblemFocus(): [form: RefObject<HTMLFormElement | null>, focusProblem: () => void] {
  const form = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
  const focusProblem = useCallback(() => setRefusals((before) => before + 1), []);
  return [form, focusProblem];
}
