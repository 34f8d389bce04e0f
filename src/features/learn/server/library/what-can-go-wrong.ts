import type { ArticleFields } from '../../learn.contract.ts';

export const whatCanGoWrong: ArticleFields = {
  slug: 'what-can-go-wrong',
  title: 'What can go wrong',
  summary:
    'Shares of buildings can lose value, pay less than expected, and be hard to sell. Read this before your first purchase.',
  category: 'risks',
  body: `Every investment has risks. Those of a building are easy to understand, and they are easy to forget when times are good. You can lose some or all of what you invest.

## The income can fall

- **Vacancy.** A unit without a tenant earns nothing and still costs money.
- **Tenants who do not pay.** Collecting takes time and money.
- **Rising costs.** Insurance, taxes and repairs have all grown faster than rents in some years.
- **A large repair.** A roof or an elevator can eat up the distributions of several quarters. A reserve softens this but does not rule it out.

The yield on a property's page is an estimate. Nobody guarantees it.

## The value can fall

What a building is worth depends on rents, on interest rates and on its neighborhood. When interest rates rise, buyers want higher yields, and prices fall. A plant that closes can empty a whole street.

## You may not be able to sell

Shares of a building are **illiquid**. There is a resale market, but someone has to want what you offer. In bad times, a sale can take a very long time, or be possible only at a much lower price. Trading can also be halted. Do not invest money that you may need within the next few years.

## People can be wrong, or dishonest

An owner states what a building is worth and what it earns. We review every submission before it is offered, and owners report each month's rent and costs afterwards. A review lowers the risk of mistakes and fraud. It cannot rule it out.

## An offering can fail

If an offering misses its minimum, you get everything back, fees included. But your money was tied up in the meantime and earned nothing.

## Decisions can go against you

Shareholders decide together, by shares. If more shares vote for a renovation than against it, it is paid from the rent, including yours.

## The platform can fail

Commonhold is a company, and companies can fail. It is also software, and software can fail. The ledger records who owns which share at every moment, so that ownership can be shown.

Money in your wallet is not a bank deposit.

## Laws and taxes change

Rent control, property taxes, zoning, and the rules for platforms like this one can change, and with them the value of what you hold.

## What you can do about it

1. Keep an emergency fund in a bank first.
2. [Spread your money](/learn/spreading-your-money) over several buildings.
3. Read the reported income and not only the yield.
4. Plan to hold for years.
5. If something is not clear to you, do not buy it.

> Commonhold does not give investment advice. If you are unsure whether this is right for you, ask an adviser who knows your situation.
`,
};
