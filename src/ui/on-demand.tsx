import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { addFailedPart } from '#ui/failed-parts.ts';
import { showNotOpened } from '#ui/toast.ts';

/** A component whose code comes when it is first shown. */
export interface OnDemand<Props> {
  (props: Props): ReactNode;
  /** Fetches the code in advance. A failure does not matter: it is fetched again when it is needed. */
  prepare: () => void;
}

/**
 * A part of a page whose code is loaded when it is first shown. If that fails, its place says so and offers another
 * try, which also happens by itself once the server answers, and the rest of the page stays as it is, with all that was
 * typed there.
 */
export function partOnDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Placeholder: ComponentType<Props>,
): OnDemand<Props> {
  const code = codeOf(load);
  const show = (props: Props) => <Part code={code} props={props} Placeholder={Placeholder} />;
  return Object.assign(show, { prepare: code.prepare });
}

interface PartProps<Props> {
  code: Code<Props>;
  props: Props;
  Placeholder: ComponentType<Props>;
}

function Part<Props extends object>({ code, props, Placeholder }: PartProps<Props>) {
  const { Content, failed, retry } = useCode(code);
  if (Content) return <Content {...props} />;
  if (!failed) return <Placeholder {...props} />;
  return (
    <ErrorState
      text="The connection failed, or there is a newer version of this page."
      onRetry={retry}
      action={
        <Button variant="secondary" onClick={() => location.reload()}>
          Reload page
        </Button>
      }
    />
  );
}

/** A dialog whose code is loaded when it is first opened. If that fails, a message says so and it counts as closed. */
export function dialogOnDemand<Props extends Closable>(
  load: () => Promise<ComponentType<Props>>,
): OnDemand<Props> {
  const code = codeOf(load);
  const show = (props: Props) => <DialogPart code={code} props={props} />;
  return Object.assign(show, { prepare: code.prepare });
}

interface Closable {
  onClose: () => void;
}

function DialogPart<Props extends Closable>({ code, props }: Omit<PartProps<Props>, 'Placeholder'>) {
  const { Content, failed } = useCode(code);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reported once, when it fails
  useEffect(() => {
    if (!failed) return;
    showNotOpened();
    props.onClose();
  }, [failed]);
  return Content && <Content {...props} />;
}

interface Code<Props> {
  loaded: () => ComponentType<Props> | null;
  get: () => Promise<ComponentType<Props>>;
  prepare: () => void;
}

function codeOf<Props>(load: () => Promise<ComponentType<Props>>): Code<Props> {
  let loaded: ComponentType<Props> | null = null;
  async function get() {
    loaded ??= await load();
    return loaded;
  }
  return { loaded: () => loaded, get, prepare: () => void get().catch(() => undefined) };
}

function useCode<Props>(code: Code<Props>) {
  const [Content, setContent] = useState(code.loaded);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    if (Content || failed) return;
    let left = false;
    const unlessLeft = (act: () => void) => () => left || act();
    code.get().then(
      unlessLeft(() => setContent(code.loaded)),
      unlessLeft(() => setFailed(true)),
    );
    return () => {
      left = true;
    };
  }, [code, Content, failed]);

  const retry = () => setFailed(false);
  useEffect(() => {
    if (!failed) return;
    const again = () => setFailed(false);
    const remove = addFailedPart(() => code.get().then(again));
    addEventListener('online', again);
    return () => {
      remove();
      removeEventListener('online', again);
    };
  }, [code, failed]);

  return { Content, failed, retry };
}
