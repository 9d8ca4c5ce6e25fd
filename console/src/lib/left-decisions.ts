const KEY = 'countersign-left-decisions';

interface OfPerson {
  personId: string;
}

/** What pages that were left have kept of people's decisions. */
export function readLeft<Left extends OfPerson>(): Left[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

export function writeLeft(left: readonly OfPerson[]): void {
  try {
    if (left.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(left));
  } catch {
    // Without storage a closed page's decisions cannot be checked; the server's state still applies.
  }
}
