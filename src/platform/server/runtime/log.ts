import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.ts';

/** What drizzle adds to the text of a failed query: the values that were sent with it. */
const PARAMETERS = /\nparams: [\s\S]*?(?=\n {4}at |$)/g;

/** Fields of database errors that repeat what people entered. */
const ENTERED = ['params', 'parameters', 'args', 'detail', 'where'];

/** The text of an error without the values of a failed query, which may be anybody's name or address. */
export function withoutParameters(text: string): string {
  return text.replaceAll(PARAMETERS, '');
}

function toldOf(error: Error): Record<string, unknown> {
  const told: Record<string, unknown> = { ...pino.stdSerializers.err(error) };
  // The driver hides the statement, in which values are numbered and not written.
  const { query } = error as { query?: unknown };
  if (typeof query === 'string') told.query = query;
  for (const field of ENTERED) delete told[field];
  for (const field of ['message', 'stack']) told[field] = withoutParameters(String(told[field]));
  return told;
}

/** The log of one process: JSON lines, to standard error unless they should go elsewhere. */
export function createLog(
  { logLevel }: Pick<Config, 'logLevel'>,
  destination: DestinationStream = pino.destination(2),
): Logger {
  return pino(
    { level: logLevel, redact: ['*.password', '*.secret'], serializers: { err: toldOf } },
    destination,
  );
}
