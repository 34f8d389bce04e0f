// A page that the server has rendered can be read, and its forms sent, without scripts and in the system's typefaces.
// So our faces and the scripts wait until it is painted, and take nothing from what comes before. The first script
// starts the page, the others are what it imports.
(() => {
  const [first, ...imported] = document.currentScript.dataset.scripts.split(' ');
  const LATEST_MS = 1000;
  const KNOWN = 'commonhold.faces';
  let started = false;

  /** The browser has our faces already, so that the first paint can use them. */
  function known() {
    try {
      const before = sessionStorage.getItem(KNOWN) !== null;
      sessionStorage.setItem(KNOWN, 'known');
      return before;
    } catch {
      return false;
    }
  }

  function showFaces() {
    document.getElementById('faces').media = 'all';
  }

  function start() {
    if (started) return;
    started = true;
    showFaces();
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

  if (known()) showFaces();
  // A page in the background is not painted.
  setTimeout(start, LATEST_MS);
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
})();
