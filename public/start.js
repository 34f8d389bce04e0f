// A page that the server has rendered can be read, and its forms sent, without scripts: so they are fetched once it is
// painted, and take nothing from what comes before. The first starts the page, the others are what it imports.
(() => {
  const [first, ...imported] = document.currentScript.dataset.scripts.split(' ');
  const LATEST_MS = 1000;
  let started = false;

  function start() {
    if (started) return;
    started = true;
    const preloads = imported.map((href) =>
      Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }),
    );
    const script = Object.assign(document.createElement('script'), {
      type: 'module',
      crossOrigin: '',
      src: first,
    });
    document.head.append(script, ...preloads);
  }

  // A page in the background is not painted.
  setTimeout(start, LATEST_MS);
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
})();
