import { createContext, use } from 'react';

/** Runs something that needs a recent sign-in, which runDocument() requests. Null: the person cancelled. */
export type Freshly = <T>(work: () => Promise<T>) => Promise<T | null>;

export const FreshlyContext = createContext<Freshly | null>(null);

/** Only below an IdentityProvider, which shows the question. */
export function useFreshly(): Freshly {
  const freshly = use(FreshlyContext);
  if (!freshly) throw new Error('useFreshly is used outside an IdentityProvider.');
  return freshly;
}
