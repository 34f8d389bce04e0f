/** Runs `work` for each item in order, at most `concurrency` at a time. */
export async function inParallel<Item>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item, at: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < items.length; at = next++) await work(items[at] as Item, at);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}
