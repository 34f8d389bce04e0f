let launched = false;

/** True once the product is open (`LAUNCHED`); the waitlist then becomes an update list. The page carries it. */
export const isLaunched = () => launched;

export function noteLaunch(open: boolean): void {
  launched = open;
}
