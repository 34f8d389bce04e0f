import { TextField } from '#ui/text-field.tsx';
import type { WaitlistProblem } from '../waitlist.rules.ts';
import type { FormTexts } from './waitlist-texts.ts';

/** Uncontrolled, so that typed text survives a failed try and hydration. */
export function EmailField(props: {
  texts: FormTexts;
  problem: WaitlistProblem | null;
  labelHidden?: boolean;
  focused?: boolean;
}) {
  const { texts, problem, labelHidden, focused } = props;
  return (
    <TextField
      label="Email"
      labelHidden={labelHidden}
      name="email"
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      placeholder="you@example.com"
      aria-required
      autoFocus={focused}
      error={problem ? texts.problem(problem).description : undefined}
      className="grow"
    />
  );
}
