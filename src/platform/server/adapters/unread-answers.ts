import type { Server, ServerResponse } from 'node:http';
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

/** How much of an answer its connection has taken, and whether more waits for it. */
interface Progress {
  taken: number;
  waits: boolean;
}

function progressOf(answer: ServerResponse): Progress | null {
  const { socket } = answer;
  // An answer that waits behind another on its connection has none yet.
  if (!socket) return null;
  return { taken: socket.bytesWritten - socket.writableLength, waits: socket.writableLength > 0 };
}

/**
 * Closes connections whose clients do not read their answers, which are in memory until they are sent. A file of 10 MB has
 * at most twelve minutes, as an upload has. An answer that is written part by part, as a compressed one is, has to be taken
 * at the same speed while more of it waits. Its last part has as much time as a whole answer of the same size.
 */
export function endUnreadAnswers(server: Server, times = READING_TIMES): void {
  const unfinished = new Map<ServerResponse, Progress | null>();
  // Before the listener that answers, which may do so at once.
  server.prependListener('request', (_, answer) => {
    unfinished.set(answer, null);
    answer.once('close', () => unfinished.delete(answer));
    answer.once('prefinish', () => {
      unfinished.delete(answer);
      const close = () => answer.destroy();
      answer.setTimeout(times.idleMs, close);
      const limitMs = times.baseMs + (answer.writableLength / times.bytesPerSecond) * SECOND;
      const deadline = setTimeout(close, limitMs);
      deadline.unref();
      answer.once('close', () => clearTimeout(deadline));
    });
  });
  const minBytes = (times.baseMs / SECOND) * times.bytesPerSecond;
  const watch = setInterval(() => {
    for (const [answer, before] of unfinished) {
      const now = progressOf(answer);
      const isSlow = before?.waits && now?.waits && now.taken - before.taken < minBytes;
      if (isSlow) answer.destroy();
      else unfinished.set(answer, now);
    }
  }, times.baseMs);
  watch.unref();
  server.once('close', () => clearInterval(watch));
}
