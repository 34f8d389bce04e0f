import { present } from '#kernel/assert.ts';
import { type CommonholdClient, CommonholdError, createCommonholdClient } from '#script-client/index.ts';

const DEFAULT_URL = 'http://127.0.0.1:3000';

/** A mistake in how the script was called; its message is all that the reader needs. */
export class UsageError extends Error {}

export const connectionOptions = {
  url: { type: 'string' },
  token: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

export const CONNECTION_HELP = `  --url URL      address of the server, or set COMMONHOLD_URL (default ${DEFAULT_URL})
  --token TOKEN  personal access token from Settings, or set COMMONHOLD_TOKEN
  -h, --help     this text`;

/** Runs an example, or prints its help; a foreseen mistake is one line and exit code 1. */
export async function runExample(help: string, main: () => Promise<void>): Promise<void> {
  if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
    console.log(help);
    return;
  }
  try {
    await main();
  } catch (error) {
    console.error(explain(error));
    process.exitCode = 1;
  }
}

/** A client whose token is known to be good, and whose token it is. */
export async function connect(given: { url?: string; token?: string }) {
  const baseUrl = given.url ?? process.env.COMMONHOLD_URL ?? DEFAULT_URL;
  const token = given.token ?? process.env.COMMONHOLD_TOKEN;
  if (!token) throw new UsageError('Pass --token TOKEN, or set COMMONHOLD_TOKEN. Settings creates tokens.');
  const client = clientOf(baseUrl, token);
  const user = await client.identity.me.query();
  return { client, user: present(user, 'the user of a valid token'), baseUrl };
}

function clientOf(baseUrl: string, token: string): CommonholdClient {
  try {
    return createCommonholdClient({ baseUrl, token });
  } catch {
    throw new UsageError(`--url ${baseUrl} is not an address such as ${DEFAULT_URL}.`);
  }
}

function explain(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\nSee --help.`;
  if (error instanceof CommonholdError) {
    if (error.status === 401) return 'The server refused the token: it is wrong, expired or revoked.';
    const advice = { UNREACHABLE: ' Is the server running, and is --url right?' }[error.code];
    const foreign = error.code === 'NOT_COMMONHOLD' ? 'No Commonhold server answers there. ' : '';
    return `${foreign}${error.message}${advice === undefined ? '' : `.${advice}`}`;
  }
  if (error instanceof TypeError && 'code' in error) return `${error.message}\nSee --help.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
