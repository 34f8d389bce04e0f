declare module 'us-atlas/states-albers-10m.json' {
  const outline: unknown;
  export default outline;
}
