/** An admin may download a register of holders. */
export const REGISTER_RELEASED = 'registers.registerReleased';

declare module '#kernel/events.ts' {
  interface SliceEvents {
    registers: typeof import('./registers.events.ts');
  }
}
