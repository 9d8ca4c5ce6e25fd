import { texts } from '../messages/en/networkGuides.ts';

export { texts };

/** What to do to register the service at a network, and what its review means; null for networks without a guide. */
export function guideOf(networkId: string): { steps: readonly string[]; review: string } | null {
  const guides: Record<string, { steps: readonly string[]; review: string }> = texts.guides;
  return guides[networkId] ?? null;
}
