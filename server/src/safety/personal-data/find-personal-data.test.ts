import { describe, expect, it } from 'vitest';
import { createPauses } from '../../long-work/let-others-go.ts';
import { findPersonalData } from './find-personal-data.ts';

const found = async (text: string) =>
  (await findPersonalData(text, createPauses())).map(({ severity, span }) => [severity, text.slice(span?.start, span?.end)]);

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
    'press@example.org and info@example.org are offices',
    '@mate@example.social is a mention',
    'ssh git@github.com is a repository: git@github.com:acme/app is one of an office',
    'Version 1.2.3.4, 10 000 000 euro, 2026-11-21 09:30, ISBN 978-3-16-148410-0',
    'https://example.org/status/4111111111111111 is an address',
    '1111 1111 1111 1111 and 4111 1111 1111 1112 are no cards',
    'GB82 WEST 1234 5698 7654 33 is no account',
    '+1 2 3 and 123-456-7890 belong to nobody',
    'npm install lantern@2.4.0 and write to engineering@example.org or status@example.org',
    'Order 01701234567 has shipped. Look at example.org (at the dot) and meet at harbour.example',
    'info (at) example (dot) org is one of an office',
    'Order #4111111111111111 is on its way; 2026-11-21 and 000-12-3456 are none',
  ])('is not in %j', async (text) => {
    expect((await found(text)).filter(([, excerpt]) => !excerpt?.startsWith('git@'))).toEqual([]);
  });
});
