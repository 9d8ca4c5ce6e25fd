import { type CountryCode, getCountries, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { findPhones } from '../../platforms/checks/check-phones.ts';
import { detectLanguage } from '../../platforms/language/detect-language.ts';
import type { Span } from '../../platforms/platform.ts';
import { type Words, wordSets } from '../words/find-shapes.ts';

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
const COUNTRIES = [...new Set(Object.values(BY_LANGUAGE).flat())];

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

/** National notation, in groups. Bounded, for linear time. */
const NATIONAL =
  /(?<![\p{L}\p{N}+.,#/:_-]|[\p{Sc}] ?)\(?\d{2,5}\)?(?:[ ./\u00a0\u2010-\u2015-]{1,2}\d{2,9}){1,5}(?![\p{L}\p{N}]|[,.:]\d| ?[\p{Sc}%]|-\d)/gu;
/** Without separators; a phone number only if a word announces it. */
const BARE = /(?<![\p{L}\p{N}+.,#/:_-]|[\p{Sc}] ?)\d{7,11}(?![\p{L}\p{N}]|[,.:-]\d| ?[\p{Sc}%])/gu;
/** Words before a phone number; in many countries numbers do not begin with a zero. */
const CALLED =
  /(?:(?<!\p{L})(?:tel|tél|tel[eé]f[oó]n[oe]?|telefon|telephone|téléphone|phone|call|call me|call us|ring|ring me|text|text me|mobile|mobil|mobiel|cell|handy|portable|móvil|celular|cell?ulare|whatsapp|wa|sms|signal|fax|contact|contacto|kontakt|kontakta|kontaktiere|contatta|contacta|nummer|number|número|numéro|numero|bel|chiama|chiamate|llama|llama a|llámame|liga|ligue|appelez|appelle|ruf|ringt|rufe|llame|llamad|ligar|telefona|zadzwoń|dzwoń|тел|телефон|viber|(?:電話|携帯)(?:番号)?[はが]?|手机|电话|전화|هاتف(?:ه|ها|ي|ك)?|رقم هاتف(?:ه|ها|ي|ك)?|جوال(?:ه|ها)?|موبايل|واتساب|رقم(?:ه|ها|ي|ك|نا)?)(?: (?:الخاص|الشخصي|الجوال|الهاتف))?(?: (?:a|à|do|bei|to|my|meine?n?|ma|mon|mi|mia|mój|moją) \p{L}{2,20}| \p{Lu}\p{L}{1,20})?(?: (?:on|an|at|au|al|op|på|unter|no|nr|uns|mich|him|her|them|us|me|is|pod))? ?[.:]{0,2} ?|[📞☎📱✆]\ufe0f? ?)$/iu;
/** The number of a thing. */
const OF_A_THING =
  /(?<!\p{L})(?:order|room|ticket|invoice|flight|train|bus|part|item|model|lot|case|reference|customer|member|account|serial|winning|bestell|auftrags|rechnungs|kunden|artikel|zimmer|flug|commande|facture|pedido|factura|ordine|fattura|encomenda)[- ]?(?:number|no|nr|nummer|número|numéro|numero)(?: (?:is|was|are|ist|war|est|es|è|é))?[.:]{0,2} ?$/iu;
/** A number that the public is invited to call is not personal data. */
const OF_AN_OFFICE =
  /(?<!\p{L})(?:reserve|book|booking|bookings|reservations?|tickets|box office|office|hotline|helpline|front desk|reception|reservierung(?:en)?|buchung(?:en)?|tischreservierung(?:en)?|réservations?|réservez|reservas?|reserve|prenotazioni|prenota|reserveren|reserveringen)(?: (?:a table|your seat|your table|now|by phone|online or))?(?: (?:at|on|under|unter|au|al|op|:))?:? ?$/iu;
/** An office named after its number: "03-1234-5678（案内所）". */
const NAMED_BEHIND = /^ ?[（(【「][^）)】」\n]{0,10}(?:案内|代表|受付|予約|窓口|事務|本社|总机|前台|客服|대표|안내|예약)/u;
const LONGEST_CALL = 44;
const MOST_TRIED = 200;
const DAY = /^\(?(?:\d{1,2}[ /.-]\d{1,2}[ /.-]\d{2,4}|\d{4}[ /.-]\d{1,2}[ /.-]\d{1,2}|\d{4}[ -]\d{4}|\d{1,3}(?: \d{3})+)$/;

/**
 * Phone numbers: of any country with its code, and in the notation of the workspace's and the language's
 * countries.
 */
export function findPhoneNumbers(text: string, timeZone: string | null): Span[] {
  const before = (index: number): string => text.slice(Math.max(0, index - LONGEST_CALL), index);
  const near = [...new Set([...(timeZone === null ? [] : countriesOfZone(timeZone)), ...countriesOfLanguage(detectLanguage(text))])];
  const isOfOffice = (span: Span): boolean => {
    const written = text.slice(span.start, span.end);
    const isMobile = (near.length > 0 ? near : COUNTRIES).some((country) => isMobileOf(written, country));
    return (
      OF_AN_OFFICE.test(before(span.start)) ||
      NAMED_BEHIND.test(text.slice(span.end, span.end + 20)) ||
      (!isMobile && isOfBusiness(text, span))
    );
  };
  const spans = findPhones(text).filter((span) => !isOfOffice(span));
  let tried = 0;
  for (const { 0: written, index } of [...text.matchAll(NATIONAL), ...text.matchAll(BARE)]) {
    if (tried >= MOST_TRIED) break;
    const span = { start: index, end: index + written.length };
    if (spans.some((other) => other.start < span.end && span.start < other.end)) continue;
    if (OF_A_THING.test(before(index)) || isOfOffice(span)) continue;
    const isCalled = CALLED.test(before(index));
    if (!isCalled && (!/^\(?0/.test(written) || DAY.test(written) || /^\d+$/.test(written))) continue;
    tried += 1;
    if (/^0?[89]00/.test(written) && COUNTRIES.some((country) => isFreeIn(written, country))) continue;
    // After a word that announces a number, only the country is undetermined; a mobile number is personal in
    // any country.
    const isKnown = (isCalled ? [...near, ...COUNTRIES] : near).some((country) => isNumberOf(written, country));
    if (isKnown || isInternational(written) || COUNTRIES.some((country) => isMobileOf(written, country))) spans.push(span);
  }
  return spans;
}

/** With "00" in place of the plus sign. */
function isInternational(written: string): boolean {
  return written.startsWith('00') && (parsePhoneNumberFromString(`+${written.slice(2)}`)?.isValid() ?? false);
}

function isMobileOf(written: string, country: CountryCode): boolean {
  const number = parsePhoneNumberFromString(written, country);
  return number?.isValid() === true && number.getType() === 'MOBILE';
}

function isNumberOf(written: string, country: CountryCode): boolean {
  return parsePhoneNumberFromString(written, country)?.isValid() ?? false;
}

/** Toll-free numbers are not personal. */
function isFreeIn(written: string, country: CountryCode): boolean {
  const number = parsePhoneNumberFromString(written, country);
  return number?.isValid() === true && number.getType() === 'TOLL_FREE';
}

/** Words of a business that invites contact, by language. */
const BUSINESS: Words = {
  en: "customer (?:service|care|support)s?, switchboard, reception, front desk, box office, hotline, helpline, help ?desk, opening hours, open(?:ing)? (?:daily|from|until|till|every|on|monday|mon)\\p{L}{0,4}, we[’']?re open, monday to \\p{L}+, mon(?:day)? ?[-–] ?\\p{L}+, weekdays, our (?:shop|store|office|team|showroom|clinic|practice|restaurant|branch|studio|workshop|staff|lines?), shop, bookings?, to book, reservations?, orders?, tickets, enquiries, inquiries, appointments?, head office, press office, sales team, visit us, call us, ring us, find us, contact us",
  de: 'kundenservice, kundendienst, kundenbetreuung, zentrale, telefonzentrale, empfang, rezeption, hotline, servicetelefon, öffnungszeiten, geöffnet, werktags, montags?(?: bis)?, mo ?[-–] ?(?:fr|sa), (?:unser\\p{L}{0,2}|im|der|das) (?:laden|geschäft|büro|team|praxis|filiale|restaurant|werkstatt|studio)\\p{L}*, buchung\\p{L}*, reservier\\p{L}*, bestell\\p{L}*, termin\\p{L}*, tischreservierung\\p{L}*, karten, pressestelle, sie erreichen uns, ihr erreicht uns, erreichen sie, rufen sie uns, ruft uns, besuchen sie, besucht uns, uns an',
  fr: 'service clients?, service client, standard, accueil, réception, hotline, horaires?, ouverte?s?, du (?:lundi|mardi|mercredi) au, (?:notre|la|votre) (?:boutique|magasin|bureau|équipe|cabinet|agence|restaurant|atelier|salon), réserv\\p{L}*, command\\p{L}*, rendez-vous, billetterie, service presse, appelez-nous, contactez-nous, joignable\\p{L}?, joindre, vous accueill\\p{L}*, renseignements',
  es: 'atención al cliente, centralita, recepción, horario\\p{L}?, abrimos, abierto\\p{L}?, de lunes a, (?:nuestra|la|nuestro) (?:tienda|oficina|equipo|clínica|restaurante|taller|local), reserv\\p{L}*, pedid\\p{L}*, cita(?: previa)?, taquilla, entradas, estamos en, llámanos, llámenos, contacta con nosotros, visítanos, información',
  pt: 'atendimento(?: ao cliente)?, sac, central, recepção, receção, horário\\p{L}?, abrimos, abert\\p{L}{1,2}, de segunda a, (?:nossa|a|nosso) (?:loja|equipe|equipa|escritório|clínica|restaurante|oficina), reserv\\p{L}*, pedid\\p{L}*, encomend\\p{L}*, agend\\p{L}*, marcaç\\p{L}*, bilheteira, bilheteria, atendemos, ligue para (?:a loja|nós), fale conosco, visite-nos, informações',
  it: 'servizio clienti, assistenza clienti, centralino, reception, orar\\p{L}*, aperti, aperto, siamo aperti, dal lunedì al, (?:il nostro|la nostra|il|in) (?:negozio|ufficio|studio|ristorante|laboratorio|bottega|team), prenot\\p{L}*, ordin\\p{L}*, appuntament\\p{L}*, biglietteria, ufficio stampa, chiamateci, contattateci, ci trovate, venite a trovarci, informazioni',
  nl: 'klantenservice, receptie, balie, openingstijden, geopend, open van, maandag t/m, van maandag, (?:onze|de) (?:winkel|zaak|balie|praktijk|studio|werkplaats), ons (?:kantoor|team|restaurant), reserv\\p{L}*, bestell\\p{L}*, afspraak, afspraken, kaarten, bel ons, bellen kan, kom langs, bezoek ons, bereikbaar, informatie',
  pl: 'obsług\\p{L} klient\\p{L}*, biuro obsługi, infolini\\p{L}*, recepcj\\p{L}*, centrala, godziny otwarcia, w godzinach, czynne, otwarte, od poniedziałku, (?:nasz\\p{L}*|naszego) (?:sklep|biur|zespół|restauracj|gabinet|pracown)\\p{L}*, rezerw\\p{L}*, zamówie\\p{L}*, umów\\p{L}* wizyt\\p{L}*, bilety, zapraszamy, zadzwoń do nas, kontakt z nami',
  tr: 'müşteri (?:hizmet|temsilci|ilişki)\\p{L}*, santral\\p{L}*, resepsiyon\\p{L}*, danışma, çağrı merkezi\\p{L}*, çalışma saat\\p{L}*, hafta içi, pazartesi, mağaza\\p{L}*, ofisi\\p{L}*, rezervasyon\\p{L}*, sipariş\\p{L}*, randevu\\p{L}*, gişe\\p{L}*, bize ulaş\\p{L}*, bizi ara\\p{L}*, bekleriz',
  ar: 'خدمة العملاء, خدمة الزبائن, الاستقبال, السنترال, أوقات الدوام, ساعات العمل, متجرنا, محلنا, مكتبنا, فرعنا, مطعمنا, عيادتنا, للحجز, الحجوزات, للطلب, الطلبات, للاستفسار, اتصلوا بنا, تواصلوا معنا, زورونا, من الأحد',
  ja: '代表, お客様センター, カスタマー, 受付, 窓口, フロント, 営業時間, 定休日, 当店, 本店, 店舗, 弊社, 当社, ご予約, ご注文, お問い合わせ, 事務局, 案内所, 平日',
};
/** Words that make a number nearby personal. */
const PRIVATE: Words = {
  en: 'his, her, their, my, private, personal, home number, mobile, cell, mr, mrs, ms, miss, lives?, born, neighbour\\p{L}?, mum, mom, dad, husband, wife, son, daughter, guest, winner',
  de: 'seine?\\p{L}?, ihre private\\p{L}?, meine?\\p{L}?, privat\\p{L}*, handy\\p{L}*, mobil\\p{L}*, herrn?, frau, wohnt, geboren, nachbar\\p{L}*, mutter, vater, sohn, tochter, gewinner\\p{L}*',
  fr: 'mon, ma, son, sa, perso\\p{L}*, portable, mobile, mme, madame, monsieur, mlle, habite, née?, voisin\\p{L}*, maman, papa, fils, fille, gagnant\\p{L}*',
  es: 'su móvil, mi, personal, particular, móvil, celular, sra?, señora?, vive, nacid\\p{L}, vecin\\p{L}, madre, padre, hij\\p{L}, ganador\\p{L}*',
  pt: 'meu, minha, pessoal, particular, celular, telemóvel, sra?, senhora?, mora, nascid\\p{L}, vizinh\\p{L}, mãe, pai, filh\\p{L}, ganhador\\p{L}*, dele, dela',
  it: 'mio, mia, suo, personale, privato, cellulare, signora?, sig\\p{L}*, abita, nat[oa], vicin\\p{L}, mamma, papà, figli\\p{L}, vincitor\\p{L}*',
  nl: 'mijn, zijn nummer, haar nummer, privé\\p{L}*, mobiel\\p{L}*, mevrouw, meneer, mevr, dhr, woont, geboren, buur\\p{L}*, moeder, vader, zoon, dochter, winna\\p{L}*',
  pl: 'mój, moja, jego, jej, prywatn\\p{L}*, komórk\\p{L}*, pani?, mieszka, urodz\\p{L}*, sąsiad\\p{L}*, mama, tata, syn, córka, zwycięzc\\p{L}*',
  tr: 'benim, onun, özel, kişisel, cep, bey, hanım, oturuyor, doğum\\p{L}*, komşu\\p{L}*, annem, babam, oğlu, kızı, kazanan\\p{L}*',
  ar: 'السيد, السيدة, جواله, جوالها, هاتفه, هاتفها, الشخصي, يسكن, تسكن, مواليد',
  ja: '携帯, 個人, さんの, 氏の, 彼, 彼女, 自宅, 生年月日',
};
const BUSINESS_WORDS = Object.values(wordSets(BUSINESS));
const PRIVATE_WORDS = Object.values(wordSets(PRIVATE));
const BUSINESS_BEFORE = 140;
const BUSINESS_BEHIND = 90;

/** Whether a number is in a sentence of a business that invites contact, without words of a person. */
function isOfBusiness(text: string, { start, end }: Span): boolean {
  const around = text.slice(Math.max(0, start - BUSINESS_BEFORE), end + BUSINESS_BEHIND);
  const near = text.slice(Math.max(0, start - BUSINESS_BEFORE), start);
  return BUSINESS_WORDS.some((shape) => around.search(shape) >= 0) && !PRIVATE_WORDS.some((shape) => near.search(shape) >= 0);
}
