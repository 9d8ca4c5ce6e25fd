let taken: string | null = null;

/**
 * The one-time token out of the address's fragment (which never leaves the browser). It is removed
 * from the address bar and the history at once and kept in memory only.
 */
export function takeSetupToken(): string | null {
  const token = new URLSearchParams(window.location.hash.slice(1)).get('token');
  if (token) {
    taken = token;
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
  }
  return taken;
}
