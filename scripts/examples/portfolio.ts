import { parseArgs } from 'node:util';
import { formatPercent, formatUsdExact } from '#kernel/money.ts';
import type { CommonholdClient } from '#script-client/index.ts';
import { CONNECTION_HELP, connect, connectionOptions, runExample } from './command-line.ts';

const HELP = `Prints the portfolio of the token's user as a table.

  npm run example:portfolio -- --url URL --token TOKEN

${CONNECTION_HELP}`;

await runExample(HELP, async () => {
  const { values } = parseArgs({ options: connectionOptions });
  const { client, user } = await connect(values);
  const portfolio = await client.portfolio.overview.query();
  console.log(`Portfolio of ${user.firstName} ${user.lastName} (${user.email})\n`);
  if (portfolio.holdings.length === 0) console.log('No holdings yet.');
  else printTable(rowsOf(portfolio));
  console.log(`\nValue             ${formatUsdExact(portfolio.totalValueCents)}`);
  console.log(`Invested          ${formatUsdExact(portfolio.totalInvestedCents)}`);
  console.log(`Income per month  ${formatUsdExact(portfolio.monthlyIncomeCents)} (projected)`);
  console.log(`Available cash    ${formatUsdExact(portfolio.availableCashCents)}`);
});

type Portfolio = Awaited<ReturnType<CommonholdClient['portfolio']['overview']['query']>>;

function rowsOf({ holdings }: Portfolio): string[][] {
  const header = ['Property', 'Location', 'Shares', 'Price', 'Value', 'Yield', 'Income/month'];
  const lines = holdings.map((holding) => [
    holding.name,
    holding.location,
    holding.shares.toLocaleString('en-US'),
    formatUsdExact(holding.pricePerShareCents),
    formatUsdExact(holding.valueCents),
    formatPercent(holding.annualYieldBps / 100),
    formatUsdExact(holding.monthlyIncomeCents),
  ]);
  return [header, ...lines];
}

/** Columns as wide as their widest cell: text to the left, figures to the right. */
function printTable(table: string[][]): void {
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  const line = (row: string[]) =>
    row
      .map((cell, column) =>
        column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ');
  const [header = [], ...rows] = table;
  console.log(line(header));
  console.log(widths.map((width) => '-'.repeat(width)).join('  '));
  for (const row of rows) console.log(line(row));
}
