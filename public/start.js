// A page that the server has rendered can be read, and its forms sent, without scripts: so they are fetched once it is
// painted, and take nothing from what comes before. The first starts the page, the others are what it imports. They are
// run one by one, each before those that import it, so that a slow phone can answer in between.
(() => {
  const [first, ...imported] = document.currentScript.dataset.scripts.split(' ');
  const LATEST_MS = 1000;
  let started = false;

  async function start() {
    if (started) return;
    started = true;
    const inTurn = [...imported, first];
    const preloads = inTurn.map((href) =>
      Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }),
    );
    document.head.append(...preloads);
    for (const href of inTurn) {
      // What cannot be loaded now, its page asks for again when it needs it.
      await import(href).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve));
    }
  }

  // A page in the background is not painted.
  setTimeout(start, LATEST_MS);
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
})();
