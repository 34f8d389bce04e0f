// biome-ignore lint/suspicious/noExplicitAny: the parameters are those of the port
type AnswersLater = (...args: any[]) => Promise<unknown>;

/**
 * A port whose adapter is loaded when it is first used, with the libraries that it brings: a server starts sooner
 * and stays smaller without what it may never need.
 * @param methods all methods of the port; each has to answer by a promise
 */
export function lazyAdapter<Port extends { [Method in keyof Port]: AnswersLater }>(
  methods: { [Method in keyof Port]: true },
  load: () => Promise<Port>,
): Port {
  let loading: Promise<Port> | null = null;
  function adapter(): Promise<Port> {
    loading ??= load().catch((error) => {
      loading = null;
      throw error;
    });
    return loading;
  }
  const named = Object.keys(methods) as (keyof Port)[];
  return Object.fromEntries(
    named.map((method) => [method, async (...args: unknown[]) => (await adapter())[method](...args)]),
  ) as Port;
}
