// Sets the chosen colours before the first paint; Mantine keeps them from then on, under the same key.
(() => {
  let choice = 'auto';
  try {
    choice = localStorage.getItem('mantine-color-scheme-value') || 'auto';
  } catch {
    // Storage may be refused; the system's choice is fine then.
  }
  const isDark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
})();
