/** What every connection to Postgres is opened with. */
export const sessionSettings = {
  application_name: 'commonhold',
  // Where statistics are missing, Postgres overestimates a query and compiles it: 0.7 s for one that ran in 15 ms.
  jit: 'off',
};
