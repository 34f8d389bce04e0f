// Runs before the first paint, as a file of its own because the content security policy forbids inline scripts.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem('commonhold.theme');
  } catch {
    choice = null;
  }
  if (choice === 'light') document.documentElement.dataset.theme = 'commonhold';
  if (choice === 'dark') document.documentElement.dataset.theme = 'commonhold-dark';
})();
