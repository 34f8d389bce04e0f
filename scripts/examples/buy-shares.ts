import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { newId } from '#kernel/ids.ts';
import { formatUsdExact } from '#kernel/money.ts';
import { CommonholdError, isReplay } from '#script-client/index.ts';
import { CONNECTION_HELP, connect, connectionOptions, runExample, UsageError } from './command-line.ts';

const DEFAULT_STATE = '.data/example-order.json';

const HELP = `Buys shares of a property, once: the order and its key are stored in a file until it is answered, so that
running the same command again after a crash or a lost connection never buys twice.

  npm run example:buy -- PROPERTY_ID SHARES --url URL --token TOKEN [--state FILE]

  --state FILE   where the open order is stored (default ${DEFAULT_STATE})
${CONNECTION_HELP}`;

const REFUSED_STATUSES = [400, 402, 409, 422];

/**
 * Whether the order itself was refused. The server looks up the key before that, so nothing was bought, in an earlier run
 * either. Other answers, such as to a wrong token or a busy server, say nothing about an earlier run.
 */
function isRefusal({ status, code }: CommonholdError): boolean {
  if (code === 'NOT_COMMONHOLD' || code === 'KEY_REUSED' || status === null) return false;
  return REFUSED_STATUSES.includes(status) || code === 'PROPERTY_NOT_FOUND' || code === 'ACCOUNT_FROZEN';
}

interface Order {
  propertyId: number;
  shares: number;
  requestId: string;
  userId: string;
  baseUrl: string;
}

await runExample(HELP, async () => {
  const options = { ...connectionOptions, state: { type: 'string', default: DEFAULT_STATE } } as const;
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const [propertyId, shares] = [whole(positionals[0], 'PROPERTY_ID'), whole(positionals[1], 'SHARES')];
  const { client, user, baseUrl } = await connect(values);
  const order = keep(values.state, { propertyId, shares, userId: user.id, baseUrl });
  try {
    const receipt = await client.investing.invest.mutate({ propertyId, shares, requestId: order.requestId });
    const earlier = isReplay(receipt) ? ' (in an earlier run; nothing was bought now)' : '';
    console.log(`Bought ${receipt.shares} shares of ${receipt.propertyName}${earlier}`);
    console.log(
      `${formatUsdExact(receipt.amountCents)} + ${formatUsdExact(receipt.feeCents)} fee = ${formatUsdExact(receipt.totalCents)}`,
    );
    console.log(`Investment ${receipt.id}`);
    rmSync(values.state);
  } catch (error) {
    if (error instanceof CommonholdError && isRefusal(error)) rmSync(values.state);
    else console.error(`The order stays open in ${values.state}: run the same command again.`);
    throw error;
  }
});

function whole(text: string | undefined, name: string): number {
  if (!text || !/^[1-9]\d{0,8}$/.test(text))
    throw new UsageError(`${name} must be a whole number from 1 on.`);
  return Number(text);
}

/** The open order of an earlier run when it is the same, else a new one: on disk before anything is sent. */
function keep(file: string, wanted: Omit<Order, 'requestId'>): Order {
  const order = { ...wanted, requestId: newId() };
  mkdirSync(path.dirname(file), { recursive: true });
  if (written(file, order)) return order;
  const open: Order = JSON.parse(readFileSync(file, 'utf8'));
  const same = Object.entries(wanted).every(([name, value]) => open[name as keyof Order] === value);
  if (same) return open;
  throw new UsageError(
    `${file} holds an order that was not answered: ${open.shares} shares of property ${open.propertyId} ` +
      `at ${open.baseUrl}. Run that one again, or remove the file if it may be forgotten.`,
  );
}

/** Writes the order whole or not at all; false when the file is there already. */
function written(file: string, order: Order): boolean {
  const draft = `${file}.${process.pid}`;
  const handle = openSync(draft, 'w', 0o600);
  writeSync(handle, JSON.stringify(order));
  fsyncSync(handle);
  closeSync(handle);
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft);
  }
}
