/** The forms of a message by its first number, by the categories of `Intl.PluralRules`. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/**
 * The translations of one language by English text, with the same numbered placeholders. A test checks that every
 * message is translated into every language, and that no translation is unused.
 */
export type Translation = Readonly<Record<string, string | Plural>>;
