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

function readZones(): Map<string, CountryCode[]> {
  const zones = new Map<string, CountryCode[]>();
  for (const country of getCountries()) {
    const { timeZones = [] } = new Intl.Locale(`und-${country}`) as Intl.Locale & { timeZones?: string[] };
    for (const zone of timeZones) zones.set(zone, [...(zones.get(zone) ?? []), country]);
  }
  return zones;
}
