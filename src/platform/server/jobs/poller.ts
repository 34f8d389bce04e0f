/** Something that is done again and again in the background of a process. */
export interface Poller {
  /** There may be something to do; costs nothing. */
  wake(): void;
  start(): void;
  /** Waits for the turn that is under way; there is none after it. */
  stop(): Promise<void>;
}

/**
 * Takes turns: the next one at once while there is work, else as soon as it is woken, and in any case after `every`
 * milliseconds. A turn that fails is reported and taken again like one that found nothing.
 * @param options.turn tells whether it found work
 */
export function createPoller(options: {
  every: number;
  turn(): Promise<boolean>;
  failed(error: unknown): void;
}): Poller {
  let stopped = false;
  let woken = false;
  let loop: Promise<void> | null = null;
  let endSleep: (() => void) | null = null;

  function sleep(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, options.every);
      timer.unref?.();
      endSleep = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function run(): Promise<void> {
    while (!stopped) {
      woken = false;
      const busy = await options.turn().catch((error: unknown) => {
        options.failed(error);
        return false;
      });
      if (!busy && !woken && !stopped) await sleep();
    }
  }

  const wake = () => {
    woken = true;
    endSleep?.();
  };

  return {
    wake,
    start() {
      loop ??= run();
    },
    async stop() {
      stopped = true;
      wake();
      await loop;
    },
  };
}
