/** How a sentence goes on by the number that stands first in it, by the categories of `Intl.PluralRules`. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/**
 * The sentences of one language by their English text, with the same numbered places. A test holds that every
 * sentence that is said has its own in every language, and that none stands here that nobody says any more.
 */
export type Translation = Readonly<Record<string, string | Plural>>;
