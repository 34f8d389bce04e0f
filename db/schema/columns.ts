import { customType, timestamp } from 'drizzle-orm/pg-core';
import { bpsToDecimal, parsePercent, parseUsd, toDecimal } from '../../src/kernel/money.ts';

/** Money: `numeric(12,2)` in the database, whole cents in TypeScript. */
export const money = customType<{ data: number; driverData: string }>({
  dataType: () => 'numeric(12,2)',
  toDriver: (cents) => toDecimal(cents),
  fromDriver: (text) => {
    const cents = parseUsd(text);
    if (cents === null) throw new Error(`The database holds ${text}, which is not an amount of money`);
    return cents;
  },
});

/** A yield: `numeric(5,2)` percent in the database, basis points in TypeScript. */
export const percent = customType<{ data: number; driverData: string }>({
  dataType: () => 'numeric(5,2)',
  toDriver: (bps) => bpsToDecimal(bps),
  fromDriver: (text) => {
    const bps = parsePercent(text);
    if (bps === null) throw new Error(`The database holds ${text}, which is not a percentage`);
    return bps;
  },
});

/** A 64-bit count that always stays within JavaScript's exact integers. */
export const count = customType<{ data: number; driverData: string | number | bigint }>({
  dataType: () => 'bigint',
  toDriver: (value) => String(value),
  fromDriver: (value) => Number(value),
});

/** A moment, with time zone. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Bytes of a file that belongs to the database, so that a backup has it. */
export const bytes = customType<{ data: Uint8Array<ArrayBuffer> }>({ dataType: () => 'bytea' });
