/** Settings of every connection to Postgres. */
export const sessionSettings = {
  application_name: 'commonhold',
  // Where statistics are missing, Postgres overestimates a query and JIT-compiles it: 0.7 s for one that ran in 15 ms.
  jit: 'off',
};
