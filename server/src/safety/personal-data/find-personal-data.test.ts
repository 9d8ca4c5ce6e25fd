import { describe, expect, it } from 'vitest';
import { createPauses } from '../../long-work/yield-to-event-loop.ts';
import { CARD_ISSUERS, isCardNumber } from './find-person-numbers.ts';
import { findPersonalData } from './find-personal-data.ts';
import { countriesOfZone } from './find-phone-numbers.ts';

const found = async (text: string, timeZone: string | null = null) =>
  (await findPersonalData(text, createPauses(), timeZone)).map(({ severity, span }) => [severity, text.slice(span?.start, span?.end)]);

describe('personal data', () => {
  it.each<[string, string, 'warn' | 'block']>([
    ['Write to ada.lovelace@example.org today', 'ada.lovelace@example.org', 'warn'],
    ['Call +45 32 12 34 56 now', '+45 32 12 34 56', 'warn'],
    ['Call (212) 736-5000.', '(212) 736-5000', 'warn'],
    ['🌊 card 4111 1111 1111 1111, please', '4111 1111 1111 1111', 'block'],
    ['card 5500-0000-0000-0004', '5500-0000-0000-0004', 'block'],
    ['pay to GB82 WEST 1234 5698 7654 32 soon', 'GB82 WEST 1234 5698 7654 32', 'warn'],
    ['IBAN DE89370400440532013000', 'DE89370400440532013000', 'warn'],
    ['iban de89370400440532013000', 'de89370400440532013000', 'warn'],
    ['SSN 123-45-6789.', '123-45-6789', 'warn'],
    ['Tel. 040 1234567', '040 1234567', 'warn'],
    ['card 4111.1111.1111.1111', '4111.1111.1111.1111', 'block'],
    ['card 4111 – 1111 – 1111 – 1111', '4111 – 1111 – 1111 – 1111', 'block'],
    ['amex 3782 822463 10005', '3782 822463 10005', 'block'],
    ['IBAN DE89-3704-0044-0532-0130-00 bitte', 'DE89-3704-0044-0532-0130-00', 'warn'],
    ['IBAN GB29.NWBK.6016.1331.9268.19', 'GB29.NWBK.6016.1331.9268.19', 'warn'],
    ['write to anna.lund (at) posteo (dot) de', 'anna.lund (at) posteo (dot) de', 'warn'],
    ['write to anna at posteo dot de', 'anna at posteo dot de', 'warn'],
    ['Ruf Anna an: 01701234567', '01701234567', 'warn'],
    ['Appelez Jean au 06.12.34.56.78', '06.12.34.56.78', 'warn'],
    ['DOB 03/12/91', 'DOB 03/12/91', 'warn'],
    ['生年月日：1990年1月2日', '生年月日：1990年1月2日', 'warn'],
  ])('in %j is %j', async (text, excerpt, severity) => {
    expect(await found(text)).toEqual([[severity, excerpt]]);
  });

  it.each([
    ['Visa', '4242 4242 4242 4242'],
    ['Visa, 19 digits', '4917 7305 9147 3059 141'],
    ['Mastercard', '5105 1051 0510 5100'],
    ['Mastercard, the 2 series', '2223 0073 0591 4733'],
    ['American Express', '3714 496353 98431'],
    ['Discover', '6011 7305 9147 3059'],
    ['JCB', '3530 1113 3330 0000'],
    ['Diners Club', '3056 7305 9147 33'],
    ['UnionPay', '6250 7305 9147 3059'],
    ['UnionPay, 19 digits', '6212 7305 9147 3059 145'],
    ['Maestro', '6759 6498 2643 8453'],
    ['Mir', '2200 7305 9147 3059'],
    ['RuPay', '6522 7305 9147 3051'],
    ['Elo', '6362 9773 0591 4739'],
    ['Troy', '9792 7305 9147 3058'],
  ])('a card number of %s is found', async (_, number) => {
    expect(await found(`Paid by ${number} on Monday`)).toEqual([['block', number]]);
  });

  it('includes cards of every brand in its table, and none of another length', async () => {
    for (const { prefixes, lengths } of CARD_ISSUERS) {
      const [first = ''] = prefixes.split(/[ -]/);
      for (const length of [...lengths, 20]) {
        const start = first.padEnd(length - 1, '7305914');
        const number = [...'0123456789'].map((digit) => start + digit).find((digits) => isCardNumber(digits));
        expect(number?.length).toBe(length === 20 ? undefined : length);
      }
    }
  });

  it.each([
    'press@example.org and info@example.org are offices',
    '@mate@example.social is a mention',
    'ssh git@github.com is a repository: git@github.com:acme/app is one of an office',
    'Version 1.2.3.4, 10 000 000 euro, 2026-11-21 09:30, ISBN 978-3-16-148410-0',
    'https://example.org/status/4111111111111111 is an address',
    '1111 1111 1111 1111 and 4111 1111 1111 1112 are no cards',
    'GB82 WEST 1234 5698 7654 33 is no account',
    '+1 2 3 and 123-456-7890 are no phone numbers',
    'npm install lantern@2.4.0 and write to engineering@example.org or status@example.org',
    'Order 01701234567 has shipped. Look at example.org (at the dot) and meet at harbour.example',
    'info (at) example (dot) org is one of an office',
    'Order #4111111111111111 is on its way; 2026-11-21 and 000-12-3456 are none',
  ])('is not in %j', async (text) => {
    expect((await found(text)).filter(([, excerpt]) => !excerpt?.startsWith('git@'))).toEqual([]);
  });

  it.each([
    ['Her flat is 14 Harbour Lane, Aberlin AB12 3CD', 'Europe/London'],
    ['Her flat is Unit 4, 9 Wharf St, Perth WA 6000', 'Australia/Perth'],
    ['Send it to my house, 52 Main, Portland, OR 97205', 'America/Los_Angeles'],
    ['Seine Wohnung: Am Kai 12, 20457 Hamburg', 'Europe/Berlin'],
    ['Seine Wohnung: Am Kai 12, 1010 Wien', 'Europe/Vienna'],
    ['Sa maison est au 5, Port-Blanc, 29900 Concarneau', 'Europe/Paris'],
    ['Hans lejlighed er Kirkegade 12, 2., 8000 Aarhus', 'Europe/Copenhagen'],
    ['Haar huis: Kade 12, 1011 AB Amsterdam', 'Europe/Amsterdam'],
    ['Minha casa: Cais 12, 20040-020 Rio', 'America/Sao_Paulo'],
  ])('a home address is found by the postal codes of the workspace: %j', async (text, timeZone) => {
    expect(await found(text, timeZone)).toHaveLength(1);
  });

  it('knows the country of every time zone, except those of a few islands', () => {
    const without = Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/') && countriesOfZone(zone).length === 0);
    expect(without.filter((zone) => !zone.startsWith('Etc/') && !zone.startsWith('Antarctica/')).length).toBeLessThan(10);
  });

  it.each([
    ['Wohnt jetzt in der Lindenstraße 12', 1],
    ['彼女の住所は東京都港区芝浦1-2-3です', 1],
    ['他的住址是上海市南京路12号', 1],
    ['يسكن في شارع الميناء 12', 1],
    ['Он живёт на улице Лесной, 12', 1],
    ['Reach Mrs Arden at home: 14 Quay Street, Flat 3, Whitby', 1],
    ['Mr Miller of 14 Quay Street called the council', 1],
    ['Frau Petersen, wohnhaft in der Lindenstraße 12', 1],
    ['Il est chez lui, 12 rue du Port, à partir de six heures', 1],
    ['Está en su casa, calle del Faro 12', 1],
    ['Son adresse : 14 rue des Corsaires', 1],
    ['Ihre Anschrift: Kaistraße 12', 1],
    ['Su dirección: orquesta en 3 tardes', 0],
    ['Work at home: 14 tips for quiet calls', 0],
    ['Feel at home in our hotel, 14 Quay Street, Whitby', 0],
    ['Zu Hause schmeckt es am besten: 12 Rezepte', 0],
    ['Chez nous, 12 fromages et 3 vins', 0],
    ['Passport control opens at gate 12 with 2000 seats', 0],
    ['Passport day 20241128 was a success', 0],
    ['Llamad al 900 123 456, es gratis', 0],
    ['会場は東京都港区芝浦1-2-3です', 0],
    ['Our café is at 14 Harbour Lane, Aberlin AB12 3CD', 0],
    ['My house is open to all 12 of you', 0],
  ])('for %j finds an address %j times', async (text, times) => {
    expect(await found(text, 'Europe/London')).toHaveLength(times);
  });

  it.each([
    ['Ring 020 7946 0991 tonight', 'Europe/London', 1],
    ['Ruf 030 901820 an', 'Europe/Berlin', 1],
    ['Le 06 12 34 56 78', 'Europe/Paris', 1],
    ['Der Steg: 0664 1234567', 'Europe/Vienna', 1],
    ['Ring (503) 555-0143', 'America/Los_Angeles', 1],
    ['Row 020 7946 0991', null, 0],
  ])('recognizes a phone number by the countries of the workspace: %j in %j', async (text, timeZone, times) => {
    expect(await found(text, timeZone)).toHaveLength(times);
  });

  it.each([
    ['NI number AB 12 34 56 C', 'AB 12 34 56 C'],
    ['NIR 1 84 12 76 451 089 46', '1 84 12 76 451 089 46'],
    ['DNI 12345678Z', '12345678Z'],
    ['CPR 070761-4285', '070761-4285'],
    ['HETU 131052-308T', '131052-308T'],
    ['CPF 390.533.447-05', '390.533.447-05'],
    ['AHV 756.9217.0769.85', '756.9217.0769.85'],
    ['PESEL 44051401359', '44051401359'],
    ['BSN 111222333', '111222333'],
    ['CF RCCMNL83S18D969H', 'RCCMNL83S18D969H'],
    ['Passport no. X1234567', 'X1234567'],
    ['Mi pasaporte español, AAA123456', 'AAA123456'],
    ['My passport no. is 533401234 and expires in June', '533401234'],
    ['Reisepass-Nr. C01X00T47, bitte melden', 'C01X00T47'],
    ['Sein Ausweis: L01X00T471', 'L01X00T471'],
    ['Passeport n° 14AB12345 perdu', '14AB12345'],
    ['Het paspoortnummer van Jan is NX12R4567', 'NX12R4567'],
    ['Numer paszportu: EM1234567', 'EM1234567'],
    ['パスポート番号はTK1234567です', 'TK1234567'],
    ['护照号码 E12345678', 'E12345678'],
    ['رقم جواز السفر A12345678', 'A12345678'],
    ['Her NI number is QQ 12 34 56 C', 'QQ 12 34 56 C'],
    ['Emirates ID 784-1990-1234567-1', '784-1990-1234567-1'],
    ['身份证号 11010519491231002X', '11010519491231002X'],
  ])('finds a number that a state issues to a person: %j', async (text, number) => {
    expect((await found(text)).map(([, excerpt]) => excerpt)).toContain(number);
  });
});
