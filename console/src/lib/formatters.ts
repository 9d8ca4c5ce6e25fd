type Cases = Readonly<Record<string, string>>;

/** What messages of a language are built with. It imports nothing: the console waits for its language. */
export function formattersOf(locale: string) {
  const rules = new Intl.PluralRules(locale);
  const { format: number } = new Intl.NumberFormat(locale);
  return {
    /** "1,234", "1.234". */
    number: (value: number): string => number(value),
    /** The case of this very number, or of its plural category in the language. */
    plural: (value: number, cases: Cases): string => cases[`=${value}`] ?? cases[rules.select(value)] ?? cases.other ?? '',
    /** The case of this name; `none` for a missing one. */
    select(value: string | number | boolean | null | undefined, cases: Cases): string {
      const name = `${value ?? ''}` || 'none';
      return (Object.hasOwn(cases, name) ? cases[name] : cases.other) ?? '';
    },
  };
}

export type Formatters = ReturnType<typeof formattersOf>;
