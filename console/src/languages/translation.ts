import type { texts as drafts } from '../features/drafts/texts.ts';
import type { Spoken } from '../lib/catalogue.ts';

/** Every part of the console with texts, by its name. */
interface Parts {
  drafts: typeof drafts;
}

/** The console in another language. Missing texts fall back to English. */
export type Translation = { readonly [Part in keyof Parts]?: Spoken<Parts[Part]> };
