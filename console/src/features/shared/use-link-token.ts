import { useFragmentToken } from '../../lib/fragment-token.ts';

const KEY = 'countersign-shared';

/**
 * The link's token. A phone throws pages away while its owner looks for the code in their mail: it is kept for this tab, so that
 * the page is there again, and stands in no address and no history.
 */
export function useLinkToken(): string | null {
  const token = useFragmentToken();
  if (token) sessionStorage.setItem(KEY, token);
  return token ?? sessionStorage.getItem(KEY);
}
