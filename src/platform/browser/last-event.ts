let lastEvent: string | null = null;

/** Id of the last live event whose change this page has, from which its stream continues; null when it is not known. */
export const lastEventId = () => lastEvent;

export function noteLastEvent(id: string | null): void {
  lastEvent = id;
}
