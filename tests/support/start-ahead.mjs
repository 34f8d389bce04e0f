import { putClockAhead } from './clock-ahead.mjs';

// For `node --import`: every process of a run goes by the moment of `npm test -- --at MOMENT`.
putClockAhead(Number(process.env.TEST_CLOCK_AHEAD_MS));
