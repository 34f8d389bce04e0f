interface DriverError {
  code: string;
  constraint: string | null;
}

/** The SQLSTATE and constraint of a database error, through drizzle's wrapping and the drivers' differences. */
export function databaseErrorOf(error: unknown): DriverError | null {
  for (let cause: unknown = error, depth = 0; cause instanceof Error && depth < 5; depth += 1) {
    const fields = cause as Error & { code?: unknown; constraint?: unknown; constraint_name?: unknown };
    if (typeof fields.code === 'string' && /^[0-9A-Z]{5}$/.test(fields.code)) {
      const constraint = fields.constraint_name ?? fields.constraint;
      return { code: fields.code, constraint: typeof constraint === 'string' ? constraint : null };
    }
    cause = cause.cause;
  }
  return null;
}
