let launched = false;

/** Whether the product is open, so that the waitlist is offered as updates (`LAUNCHED`). The server says so with the page. */
export const isLaunched = () => launched;

export function noteLaunch(open: boolean): void {
  launched = open;
}
