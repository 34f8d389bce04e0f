import type { Server } from 'node:http';
import { MINUTE, SECOND } from '#kernel/time.ts';

interface ReadingTimes {
  /** Time within which a client has to take some of an answer. */
  idleMs: number;
  /** Time for an answer of any size, beside that for its bytes. */
  baseMs: number;
  /** The least speed at which it has to be taken. */
  bytesPerSecond: number;
}

const READING_TIMES: ReadingTimes = { idleMs: 30 * SECOND, baseMs: MINUTE, bytesPerSecond: 16_000 };

/**
 * Closes connections whose clients do not read the end of their answers, which is in memory until it is sent. A file of
 * 10 MB has at most twelve minutes, as an upload has. A stream has this time from its last part on.
 */
export function endUnreadAnswers(server: Server, times = READING_TIMES): void {
  // Before the listener that answers, which may do so at once.
  server.prependListener('request', (_, answer) => {
    answer.once('prefinish', () => {
      const close = () => answer.destroy();
      answer.setTimeout(times.idleMs, close);
      const limitMs = times.baseMs + (answer.writableLength / times.bytesPerSecond) * SECOND;
      const deadline = setTimeout(close, limitMs);
      deadline.unref();
      answer.once('close', () => clearTimeout(deadline));
    });
  });
}
