import { type CountryCode, getCountries } from 'libphonenumber-js/max';

/** The main countries of a language. */
const BY_LANGUAGE: Record<string, CountryCode[]> = {
  en: ['GB', 'US', 'IE', 'AU'],
  de: ['DE', 'AT', 'CH'],
  fr: ['FR', 'BE', 'CH'],
  es: ['ES', 'MX', 'AR'],
  pt: ['BR', 'PT'],
  it: ['IT', 'CH'],
  nl: ['NL', 'BE'],
  sv: ['SE'],
  da: ['DK'],
  nb: ['NO'],
  pl: ['PL'],
  tr: ['TR'],
  ru: ['RU'],
  uk: ['UA'],
  ja: ['JP'],
  ko: ['KR'],
  hi: ['IN'],
  ar: ['SA', 'AE', 'EG', 'MA', 'JO', 'KW'],
  zh: ['CN', 'TW', 'HK'],
};

/** The countries of all these languages. */
export const COUNTRIES = [...new Set(Object.values(BY_LANGUAGE).flat())];

let byZone: Map<string, CountryCode[]> | null = null;

/** The countries of a time zone, by the runtime's own data. */
export function countriesOfZone(timeZone: string): CountryCode[] {
  byZone ??= readZones();
  return byZone.get(timeZone) ?? [];
}

export function countriesOfLanguage(language: string | null): CountryCode[] {
  return language === null ? [] : (BY_LANGUAGE[language] ?? []);
}

/** A property up to Node.js 22, a method since. */
type ZonedLocale = Intl.Locale & { timeZones?: string[]; getTimeZones?(): string[] | undefined };

function readZones(): Map<string, CountryCode[]> {
  const zones = new Map<string, CountryCode[]>();
  for (const country of getCountries()) {
    const locale = new Intl.Locale(`und-${country}`) as ZonedLocale;
    for (const zone of locale.getTimeZones?.() ?? locale.timeZones ?? []) zones.set(zone, [...(zones.get(zone) ?? []), country]);
  }
  return zones;
}
