import { describe, expect, test } from 'vitest';
import { fundingOver, MAX_SHOWN_FUNDING_DAYS } from './funding.rules.ts';

describe('funding over time', () => {
  test('adds up the changes of each day, refunds too', () => {
    const changes = [
      { date: '2026-01-05', changeCents: 300 },
      { date: '2026-01-09', changeCents: -100 },
      { date: '2026-02-01', changeCents: 50 },
    ];
    expect(fundingOver(changes)).toEqual([
      { date: '2026-01-05', raisedCents: 300 },
      { date: '2026-01-09', raisedCents: 200 },
      { date: '2026-02-01', raisedCents: 250 },
    ]);
  });

  test('shows the end of each month when very many days changed it, and ends with the same sum', () => {
    const from = Date.UTC(2026, 0, 1);
    const changes = Array.from({ length: MAX_SHOWN_FUNDING_DAYS + 1 }, (_, day) => ({
      date: new Date(from + day * 86_400_000).toISOString().slice(0, 10),
      changeCents: 10,
    }));
    expect(fundingOver(changes)).toEqual([
      { date: '2026-01-31', raisedCents: 310 },
      { date: '2026-02-28', raisedCents: 590 },
      { date: '2026-03-02', raisedCents: 610 },
    ]);
  });
});
