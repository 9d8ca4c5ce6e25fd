import { expect, it } from 'vitest';
import { createPauses } from '../../long-work/yield-to-event-loop.ts';
import { checkSafety } from '../check-safety.ts';
import { findCredentials } from './find-credentials.ts';

const mixed = (length: number): string => 'aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY'.repeat(9).slice(0, length);
const hex = (length: number): string => '0a1b2c3d4e5f6789'.repeat(9).slice(0, length);
const found = async (text: string) =>
  (await findCredentials(text, createPauses())).map(({ severity, span }) => [severity, text.slice(span?.start, span?.end)]);

// Assembled here, so secret scanners do not report this repository.
it.each([
  `SK${hex(32)}`,
  `key-${hex(32)}`,
  `${hex(32)}-us14`,
  `AccountKey=${mixed(86)}==`,
  `secret_${mixed(43)}`,
  `pat${mixed(14)}.${hex(64)}`,
  `nfp_${mixed(36)}`,
  `sbp_${hex(40)}`,
  `pscale_tkn_${mixed(43)}`,
  `NRAK-${'A1B2C3D4E'.repeat(3)}`,
  `sntrys_${mixed(60)}`,
  `sq0atp-${mixed(22)}`,
  `MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.${mixed(38)}`,
  `EAAG${mixed(120)}`,
  `${'A'.repeat(21)}${mixed(80)}`,
  'app password: abcd-efgh-ijkl-mnop',
  `access_token$production$${hex(16)}$${hex(32)}`,
  `r8_${mixed(37)}`,
  `${mixed(14)}.atlasv1.${mixed(64)}`,
  `dapi${hex(32)}`,
  `hvs.${mixed(24)}`,
  `lin_api_${mixed(40)}`,
  `PMAK-${hex(24)}-${hex(34)}`,
  `rubygems_${hex(48)}`,
  `gsk_${mixed(52)}`,
  `glsa_${mixed(32)}_${hex(8)}`,
  `tskey-auth-${mixed(12)}CNTRL-${mixed(32)}`,
])('blocks the form that its issuer documents for %s', async (secret) => {
  expect(await found(`Look: ${secret} and more.`)).toEqual([['block', secret]]);
});

it.each([`Our key for staging: ${mixed(24)}`, `le jeton de Paul est ${mixed(28)}`, `MY_SERVICE_SECRET is ${hex(40)}`])(
  'warns about a random value next to a name in %j',
  async (text) => {
    expect(await found(`${text} and more.`)).toEqual([['warn', text.split(' ').at(-1)]]);
  },
);

it.each([
  'The key to success is perseverance-and-patience-in-everything',
  'The API docs v2.14.3-beta.1 are at docs.example/api/v2/users/list',
  'Key events: 2026-11-28T10:00:00Z and 2026-11-29T10:00:00Z',
])('ignores a name without a random value in %j', async (text) => {
  expect(await found(text)).toEqual([]);
});

it.each(['password: hunter2!Sommer', 'Passwort: Sommer2026!', `api_key=${mixed(32)}`, `token=${mixed(40)}`])(
  'only warns about %s',
  async (secret) => {
    expect(await found(`Look: ${secret} and more.`)).toEqual([['warn', secret]]);
  },
);

it.each([
  ['mysql -u root -pHunter2Hunter2 shop', 'Hunter2Hunter2'],
  ['curl -u anna:Boat4You https://api.example.org', 'Boat4You'],
  ['sshpass -p Boat4You ssh deploy@example.org', 'Boat4You'],
  ['Das WLAN-Passwort im Laden ist jetzt Sommer2025!', 'Sommer2025!'],
  ['Passwort lautet Ebbe&Flut2023', 'Ebbe&Flut2023'],
  ['The admin login for the shop is ben / Quayside_2024', 'Quayside_2024'],
  ['Guests: network HarbourGuest, key Driftwood#88', 'Driftwood#88'],
  ['Recovery codes: 8f3k-22md, 91ks-kk20', '8f3k-22md'],
  ['The door code for the studio is 4471#', '4471#'],
  ['docker login -u deploy -p Hafen!Winter2024 registry.internal', 'Hafen!Winter2024'],
  ['mongodump --host db -u root -p Boat4You', 'Boat4You'],
  ['redis-cli -h cache -a Boat4You ping', 'Boat4You'],
  ['smbclient //nas/share -U anna%Boat4You', 'Boat4You'],
  ['openssl rsa -in key.pem -passin pass:Boat4You', 'Boat4You'],
  ['unzip -P Boat4You plans.zip', 'Boat4You'],
  ['backup run --db-password=tidewater', 'tidewater'],
  ['PGPASSWORD=tidewater psql -h db shop', 'tidewater'],
  ['export MYSQL_PWD=Boat4You', 'PWD=Boat4You'],
  ['La clave del wifi de la oficina es Faro_2025!', 'Faro_2025!'],
  ['La contraseña: Faro_2025', 'contraseña: Faro_2025'],
  ["le mdp du compte Instagram c'est Phare!2023", 'Phare!2023'],
  ['Hasło do routera to Latarnia_99', 'Latarnia_99'],
  ['A senha da rede é Farol#77', 'Farol#77'],
  ['La password del computer è Faro_2025', 'Faro_2025'],
  ['Het wachtwoord van de kassa is Baken_77', 'Baken_77'],
  ['Lösenordet till kontot är Fyren_2024', 'Fyren_2024'],
  ['Пароль от админки это Prichal2024', 'Prichal2024'],
  ['كلمة المرور هي Manara_24', 'Manara_24'],
  ['管理画面のパスワードは Minato2024 です', 'Minato2024'],
  ['密码：Gangkou_88', 'Gangkou_88'],
  ['비밀번호는 Hanggu_88 입니다', 'Hanggu_88'],
  ['The PIN of the fuel card is 4471', '4471'],
  ['ssh into the box with anna / Slipway#2025', 'Slipway#2025'],
  ['A senha do Wi-Fi mudou para Cais2026#', 'Cais2026#'],
  ['パスワード変更しました。新しいのは Kamome#318 です', 'Kamome#318'],
  ['The safe in the back office opens with 71 12 45', '71 12 45'],
  ['Die Geheimzahl lautet 4471', '4471'],
])('warns about the secret in %j', async (text, secret) => {
  expect(await found(text)).toEqual([['warn', secret]]);
});

it.each([
  'mysql -u root -p shop',
  'curl -u $USER:$PASSWORD https://api.example.org',
  'docker run -p 8080:80 harbour',
  'The gate closes at 17:20, the door at 18:00',
  'Zugang barrierefrei, Anmeldung bis 12. Dezember',
  'Network of 14 harbours, key partner Falmouth',
  'docker login -u $USER -p $PASSWORD registry.example',
  'mysqldump --password=<your password> shop',
  'DB_PASSWORD=changeme in the example file',
  'PGPASSWORD=$SECRET psql -h db shop',
  'git log -p HEAD~3 and cp -p old new',
  'The safe in the old bank opens with 20 guests at 7',
  'Das Tor öffnet mit 300 Gästen',
  'The password rule: 8 characters, one of them a digit',
  'Passwort vergessen? Schalter 3, ab 10:00 Uhr',
  'La clave es COVID-19, dice la ministra',
  'Le mot de passe du jour : sourire, dès 18h30',
  'A senha da fila é azul, balcão 12',
  'Hasło roku 2025: więcej słońca',
  'パスワードは8文字以上にしてください',
  'Enamel PIN 2024, edition of 4000. Pin it on!',
  'The pin code of Kochi is 682001',
])('finds no secret in %j', async (text) => {
  expect(await found(text)).toEqual([]);
});

it.each([
  ['an invisible space', `ghp_${mixed(18)}\u200b${mixed(18)}`],
  ['full-width letters', [...`ghp_${mixed(36)}`].map((letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)).join('')],
  ['a letter of another alphabet', `ghр_${mixed(36)}`],
])('finds a secret in spite of %s', async (_, secret) => {
  const text = `Family 👩‍👩‍👧 and ${secret} here`;
  const findings = await checkSafety([{ platform: null, field: 'text', text }]);
  const leaks = findings.filter(({ check }) => check === 'leaked_credential');
  expect(leaks.map(({ severity, span }) => [severity, text.slice(span?.start, span?.end)])).toEqual([['block', secret]]);
});

it.each([
  'Our password manager is free. The password: policy, practice and myth.',
  'Use code WELCOME2026 for 20% off',
  'Token: what is it good for? Token: v2.4.0',
  'npm install npm_lifecycle, sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  'Bitcoin address bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq, tracking 1Z999AA10123456784',
  'https://example.org/?utm_source=newsletter&utm_campaign=spring2026',
  'The skills of SK Brann and the EAA; key-value stores, a secret_santa and 100 pat-downs',
])('does not take %s for a secret', async (text) => {
  expect(await found(text)).toEqual([]);
});

it('stores nothing of the texts', async () => {
  const kept = () => performance.getEntries().length;
  const before = kept();
  for (let number = 0; number < 20; number += 1) await findCredentials(`Harbour news number ${number}.`, createPauses());
  expect(kept()).toBe(before);
});
