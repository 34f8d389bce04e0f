/** Work that a process repeats in the background. */
interface Poller {
  /** Polls now instead of after the interval. */
  wake(): void;
  start(): void;
  /** Waits for the poll that is running and starts no other. */
  stop(): Promise<void>;
}

/**
 * Polls repeatedly: again immediately while there is work, else when it is woken or after the interval. A poll that fails
 * is reported and counts as one that found no work.
 * @param options.poll returns whether it found work
 */
export function createPoller(options: {
  intervalMs: number;
  poll(): Promise<boolean>;
  onError(error: unknown): void;
}): Poller {
  let isStopped = false;
  let isWoken = false;
  let loop: Promise<void> | null = null;
  let endSleep: (() => void) | null = null;

  function sleep(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, options.intervalMs);
      timer.unref?.();
      endSleep = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      isWoken = false;
      const busy = await options.poll().catch((error: unknown) => {
        options.onError(error);
        return false;
      });
      if (!busy && !isWoken && !isStopped) await sleep();
    }
  }

  const wake = () => {
    isWoken = true;
    endSleep?.();
  };

  return {
    wake,
    start() {
      loop ??= run();
    },
    async stop() {
      isStopped = true;
      wake();
      await loop;
    },
  };
}
