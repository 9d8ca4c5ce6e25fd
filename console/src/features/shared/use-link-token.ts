import { useFragmentToken } from '../../lib/fragment-token.ts';

const KEY = 'countersign-shared';

/**
 * The link's token. Phones discard pages while their owner looks up the code in the mail: kept for this tab, so
 * the page can be restored, and in no address or history.
 */
export function useLinkToken(): string | null {
  const token = useFragmentToken();
  if (token) sessionStorage.setItem(KEY, token);
  return token ?? sessionStorage.getItem(KEY);
}
