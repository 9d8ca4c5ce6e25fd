import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** By page, until the tab is closed. */
const taken = new Map<string, string>();

/**
 * The one-time token from the fragment of the page's address, which browsers never send. Removed from the address bar
 * and the history at once and kept in memory only.
 */
function takeToken(): string | null {
  const { hash, pathname, search } = window.location;
  const token = new URLSearchParams(hash.slice(1)).get('token');
  if (token) {
    taken.set(pathname, token);
    window.history.replaceState(window.history.state, '', pathname + search);
  }
  return taken.get(pathname) ?? null;
}

/** Also where the link is pasted into a tab that is here already: only the fragment changes then. */
export function useFragmentToken(): string | null {
  const [token, setToken] = useState(takeToken);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) setToken(takeToken());
  }, [hash]);
  return token;
}
