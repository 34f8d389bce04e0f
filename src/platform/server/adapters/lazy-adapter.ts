// biome-ignore lint/suspicious/noExplicitAny: the parameters are those of the port
type AnswersLater = (...args: any[]) => Promise<unknown>;

/**
 * A port whose adapter, with its libraries, is loaded at first use: a server starts faster and needs less memory.
 * @param methods all methods of the port; each must return a promise
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
  const names = Object.keys(methods) as (keyof Port)[];
  return Object.fromEntries(
    names.map((method) => [method, async (...args: unknown[]) => (await adapter())[method](...args)]),
  ) as Port;
}
