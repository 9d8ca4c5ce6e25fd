import { createContext, use } from 'react';

/**
 * Runs something that needs a fresh proof of identity, which runDocument() asks for. Null: the person
 * would rather not.
 */
export type Freshly = <T>(work: () => Promise<T>) => Promise<T | null>;

export const FreshlyContext = createContext<Freshly | null>(null);

/** Only below an IdentityProvider, which shows the question. */
export function useFreshly(): Freshly {
  const freshly = use(FreshlyContext);
  if (!freshly) throw new Error('useFreshly is used outside an IdentityProvider.');
  return freshly;
}
