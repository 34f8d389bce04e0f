import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.ts';

/** The parameters that drizzle appends to the message of a failed query. */
const PARAMETERS_PATTERN = /\nparams: [\s\S]*?(?=\n {4}at |$)/g;

/** Fields of database errors that may contain people's input. */
const USER_INPUT_FIELDS = ['params', 'parameters', 'args', 'detail', 'where'];

/** Removes the parameters of a failed query from an error text: they may be personal data. */
export function withoutParameters(text: string): string {
  return text.replaceAll(PARAMETERS_PATTERN, '');
}

function errorFields(error: Error): Record<string, unknown> {
  const fields: Record<string, unknown> = { ...pino.stdSerializers.err(error) };
  // The driver hides the statement text, which has placeholders instead of values.
  const { query } = error as { query?: unknown };
  if (typeof query === 'string') fields.query = query;
  for (const field of USER_INPUT_FIELDS) delete fields[field];
  if (error instanceof AggregateError) {
    fields.aggregateErrors = error.errors.map((one) => (one instanceof Error ? errorFields(one) : 'unknown'));
  }
  for (const field of ['message', 'stack']) fields[field] = withoutParameters(String(fields[field]));
  return fields;
}

/** The log of one process: JSON lines on standard error by default. */
export function createLog(
  { logLevel }: Pick<Config, 'logLevel'>,
  destination: DestinationStream = pino.destination(2),
): Logger {
  return pino(
    { level: logLevel, redact: ['*.password', '*.secret'], serializers: { err: errorFields } },
    destination,
  );
}
