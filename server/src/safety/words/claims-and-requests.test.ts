import { describe, expect, it } from 'vitest';
import { checkSafety } from '../check-safety.ts';

const findingsIn = (text: string) => checkSafety([{ platform: 'sandbox', field: 'text', text }]);

describe('claims', () => {
  it.each([
    '100 % of our clients doubled their sales',
    'Alle unsere Kunden verdienen nach einem Monat Geld',
    'Turn £100 into £5,000 by Friday',
    'Your money doubles every quarter with us',
    '8 % profit every month, paid on Fridays',
    'Votre argent triple en deux ans',
    'Multiplica tu dinero mientras duermes',
    'Elimina el cáncer con limón y bicarbonato',
    'Dieser Tee besiegt Diabetes',
    'Наш чай лечит диабет',
    'Esta planta combate la depresión',
    'Abnehmen ohne Sport: 6 Kilo in 10 Tagen',
    'Le seul produit approuvé par tous les dermatologues',
    'Von Ärzten empfohlen: unser Nackenkissen',
    'Nine out of ten dentists recommend our brush',
    'We are the official partner of the World Cup',
    'As seen on TV: the lamp that never burns out',
    'Our salt makes eczema disappear for good',
    'Une crème que les médecins ne veulent pas que vous connaissiez',
    'Endorsed by the World Health Organization',
    'Invest with us and you will never work again',
    '3 % a day, every day',
    'このお茶で癌が治ります',
    '这种茶能治愈癌症',
    'شاينا يشفي السرطان',
  ])('are found in %j', async (text) => {
    expect((await findingsIn(text)).map(({ check }) => check)).toContain('unproven_claim');
  });

  it.each([
    'All our customers get a coffee on Friday',
    'We turn old sails into bags for £30',
    'Ticket sales doubled to 400 a month, thank you',
    'A 5 % discount every month for members',
    'We run against cancer: 12 km on Sunday, all for the hospice',
    'Our money box for the lifeboat doubles as a bird house',
    'The choir is a partner of the harbour festival',
    'Recommended by the doctor next door: a walk',
    'Our vet recommends rest after the operation',
    '6 Kilo Mehl in 10 Tagen: so backen wir',
    'Makes stains disappear for good',
    'Never work with children or animals again',
    'Our fog is gone, and so is the ferry',
    'がん検診の日です。予約してください',
    'Die Kampagne gegen Krebs braucht Helfer',
  ])('are not in %j', async (text) => {
    expect(await findingsIn(text)).toEqual([]);
  });
});

describe('requests to readers for secrets', () => {
  it.each([
    'Reply with the six-digit code we just texted you',
    'To win, send us a photo of your bank card, both sides',
    'Schicken Sie uns ein Foto Ihres Personalausweises',
    'Bitte schick uns den Code, den du per SMS erhalten hast, also den SMS-Code',
    'Envoyez-nous une photo de votre carte d’identité',
    'Envíanos una foto de tu DNI por los dos lados',
    'Envie uma foto do seu cartão para receber o prémio',
    'Inviaci una foto del tuo documento',
    'Stuur een foto van je paspoort',
    'Wyślij nam kod BLIK',
    'Comment your card number and expiry',
    'Manda-nos o código que recebeste por SMS',
    'Пришлите фото паспорта',
    'أرسل صورة هويتك',
    '当選者は認証コードを返信してください',
    '请把验证码发给我们，或者回复验证码',
  ])('are found in %j', async (text) => {
    expect((await findingsIn(text)).map(({ check }) => check)).toContain('asks_for_secrets');
  });

  it.each([
    'Send us a photo of your passport stamps',
    'Enter the six-digit code on the poster to win a boat trip',
    'Show the code from your ticket at gate 7',
    'Post a picture of your card game',
    'Never send anyone the code we texted you',
    'Schickt uns ein Foto eures Hundes',
    'Envoyez une photo de votre carte postale',
    'Envíanos una foto de tu gato',
    '認証コードは誰にも教えないでください',
  ])('are not in %j', async (text) => {
    expect(await findingsIn(text)).toEqual([]);
  });
});
