import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { wordlist as french } from '@scure/bip39/wordlists/french.js';
import { wordlist as italian } from '@scure/bip39/wordlists/italian.js';
import { wordlist as portuguese } from '@scure/bip39/wordlists/portuguese.js';
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish.js';
import type { Span } from '../../platforms/platform.ts';
import { matchesOf } from '../../platforms/text/graphemes.ts';
import { findInOneSentence, sentenceAround, type Words, wordSets } from '../words/find-shapes.ts';
import { looksLikePassword } from './credential-shapes.ts';

/** Things with a lock. */
const LOCKS: Words = {
  en: 'keypads?, key ?pads?, safes?, vaults?, strong ?box, doors?, gates?, alarms?, locks?, padlocks?, key ?box(?:es)?, key ?safe, lock ?box, lockers?, garage, shutters?, intercom, entry ?phone, barrier, storeroom, stock ?room, cabinet, till, cash ?register, terminal, phone, tablet, sim(?: card)?, company card, laptop, printer, router, copier, burglar alarm, bike lock, deadbolt, smart lock',
  de: '[\\p{L}]{0,14}tresor\\p{L}{0,2}, safes?, [\\p{L}]{0,14}tür\\p{L}?, tor, hoftor, alarmanlage, [\\p{L}]{0,10}schloss, zahlenschloss, [\\p{L}]{0,10}schlüsselkasten, schlüsselsafe, schlüsselbox, schließfach, spind\\p{L}?, garage, rolltor, eingang, gegensprechanlage, schranke, lager\\p{L}*, büro, kasse, kassensystem, terminal, ec-gerät, handy, diensthandy, tablet, sim(?:-?karte)?, firmenkarte, laptop, drucker, router, kopierer, aufzug',
  fr: 'coffre(?:-fort)?, porte, portail, alarme, cadenas, serrure, digicode, boîte à clés?, casier, garage, rideau, entrée, interphone, barrière, réserve, bureau, entrepôt, caisse, terminal, tpe, téléphone, tablette, carte sim, carte (?:de la société|pro), ordinateur, imprimante, box, ascenseur, immeuble',
  es: 'caja fuerte, puerta, portal, verja, alarma, candado, cerradura, teclado, cajetín, taquilla, garaje, persiana, entrada, portero, barrera, almacén, oficina, caja, datáfono, tpv, móvil, tableta, tablet, tarjeta sim, tarjeta de (?:la )?empresa, portátil, impresora, router, ascensor',
  pt: 'cofre, porta, portão, alarme, cadeado, fechadura, teclado, caixa de chaves, armário, garagem, entrada, interfone, cancela, depósito, escritório, caixa, maquininha, terminal, celular, telemóvel, tablet, chip, cartão da empresa, notebook, impressora, roteador, elevador',
  it: 'cassaforte, porta, portone, cancello, allarme, antifurto, lucchetto, serratura, tastierino, cassetta (?:delle )?chiavi, armadietto, garage, saracinesca, ingresso, citofono, sbarra, magazzino, ufficio, cassa, pos, cellulare, telefono, tablet, sim, carta aziendale, portatile, stampante, router, ascensore',
  nl: 'kluis\\p{L}?, deur, voordeur, achterdeur, poort, hek, alarm, hangslot, slot, cijferslot, sleutelkast\\p{L}*, sleutelkluis, locker, garage, rolluik, ingang, intercom, slagboom, magazijn, kantoor, kassa, pinautomaat, telefoon, tablet, simkaart, bedrijfspas, laptop, printer, router, lift',
  pl: 'sejf\\p{L}*, drzwi\\p{L}*, bram\\p{L}{1,2}, furtk\\p{L}*, alarm\\p{L}*, kłódk\\p{L}*, zamk\\p{L}*, zamek, klawiatur\\p{L}*, skrzynk\\p{L}* na klucze, szafk\\p{L}*, garaż\\p{L}*, rolet\\p{L}*, wejści\\p{L}*, domofon\\p{L}*, szlaban\\p{L}*, magazyn\\p{L}*, biur\\p{L}*, kas\\p{L}{1,2}, terminal\\p{L}*, telefon\\p{L}*, tablet\\p{L}*, kart\\p{L}{1,2} sim, laptop\\p{L}*, drukark\\p{L}*, router\\p{L}*, wind\\p{L}{1,2}',
  tr: 'kasa\\p{L}*, kapı\\p{L}*, alarm\\p{L}*, kilit\\p{L}*, kilid\\p{L}*, asma kilit\\p{L}*, anahtar kutu\\p{L}*, dolap\\p{L}*, dolab\\p{L}*, garaj\\p{L}*, kepenk\\p{L}*, giriş\\p{L}*, diafon\\p{L}*, bariyer\\p{L}*, depo\\p{L}*, ofis\\p{L}*, yazarkasa\\p{L}*, pos cihaz\\p{L}*, telefon\\p{L}*, tablet\\p{L}*, sim kart\\p{L}*, yazıcı\\p{L}*, asansör\\p{L}*',
  ar: 'خزنة, خزينة, خزانة, باب, بوابة, إنذار, قفل, صندوق المفاتيح, مرآب, كراج, مدخل, مستودع, مخزن, مكتب, صندوق, جهاز, هاتف, شريحة, طابعة, مصعد',
  ja: '金庫, ドア, 扉, 玄関, 門, ゲート, 警報, アラーム, 鍵, 南京錠, 錠, キーボックス, ロッカー, ガレージ, シャッター, 入口, 入り口, インターホン, 倉庫, 事務所, オフィス, レジ, 端末, スマホ, 携帯, タブレット, SIM, プリンター, 複合機, エレベーター, 通用口, 裏口',
};

/** What opens them, up to the number. */
const OPENERS: Words = {
  en: 'codes?, combination, combo, pin(?: ?code| number)?, passcode, number is, digits, (?:pad|keypad|lock|padlock|alarm|door|safe|gate|box)(?: \\p{L}+){0,6} takes, opens? (?:with|to|on), unlocks? (?:with|by), open it with, (?:enter|type|type in|punch in|key in|dial|press) (?=[#*]?\\d), disarm\\p{L}*, is off with, set to',
  de: '[\\p{L}]{0,14}-?code, kombination, zahlenkombination, pin(?:-?code|-?nummer)?, geheimzahl, nummer (?:ist|lautet), ziffern, öffne\\p{L}* (?:sich )?(?:mit|bei), geht (?:auf )?mit, geht auf mit, auf mit, eingeben, gebt, eintippen, tippt, drückt, entsperr\\p{L}*, lautet',
  fr: "codes?(?: pin)?, combinaison, chiffres, s[’']ouvre (?:avec|en), ouvr\\p{L}* avec, tap\\p{L}{1,3}, compos\\p{L}{1,3}, saisi\\p{L}*, entr\\p{L}{1,3}, désactiv\\p{L}*",
  es: 'códigos?, clave, combinación, pin, número (?:es|secreto), dígitos, se abre con, abre con, marca\\p{L}*, teclea\\p{L}*, pulsa\\p{L}*, introduc\\p{L}*, met\\p{L}{1,3}, desactiv\\p{L}*',
  pt: 'códigos?, senha, segredo, combinação, pin, número (?:é|secreto), dígitos, abre com, digit\\p{L}*, marqu\\p{L}*, tecl\\p{L}*, insir\\p{L}*, desativ\\p{L}*',
  it: 'codic[ei], combinazione, pin, cifre, numero (?:è|segreto), si apre con, apr\\p{L}* con, digit\\p{L}*, premi, premete, inseri\\p{L}*, componi, componete, disattiv\\p{L}*, disinseri\\p{L}*',
  nl: '[\\p{L}]{0,12}-?codes?, combinatie, cijfercombinatie, pin(?:code)?, cijfers, gaat (?:open|uit|af) (?:met|op), open(?:t|en) met, uit met, toets\\p{L}*, typ\\p{L}?, voer, tik, druk',
  pl: 'kod\\p{L}*, szyfr\\p{L}*, kombinacj\\p{L}*, pin\\p{L}*, cyfr\\p{L}*, otwier\\p{L}*, wpis\\p{L}*, wstuk\\p{L}*, wybier\\p{L}*, rozbraj\\p{L}*',
  tr: 'kod\\p{L}*, şifre\\p{L}*, kombinasyon\\p{L}*, pin(?:i|imiz)?, parola\\p{L}*, (?:ile|le) açıl\\p{L}*, tuşla\\p{L}*, girin, basın, yazın',
  ar: 'رمز, كود, شيفرة, رقم سري, الرقم السري, كلمة السر, كلمة المرور, يفتح, تفتح, أدخل, اضغط, اكتب',
  ja: '暗証番号, 番号は, コード, ナンバー, 暗証, パスコード, ダイヤル, 数字, で開, 入力, 押し, 解除',
};

/** Games, offers and goods, whose codes are public; and numbers that open nothing. */
const FOR_EVERYONE: Words = {
  en: 'escape rooms?, treasure, hunt, riddle, puzzle, quiz, game, clue\\p{L}?, guess\\p{L}*, discount\\p{L}?, vouchers?, promo\\p{L}*, coupon\\p{L}?, checkout, order number, sale, % off, dress code, postcode, zip code, qr code, area code, building code, code of conduct, highway code, source code, doors? open\\p{L}*, open days?, opening hours, call\\p{L}*, phone us, ring us, years?, people, seats, never, example, dial(?:ling)? code, article, customers, film, movie, book, novel, lines of code, http\\p{L}?, error',
  de: 'escape-?rooms?, schatz\\p{L}*, rätsel\\p{L}*, quiz, spiel\\p{L}*, rabatt\\p{L}*, gutschein\\p{L}*, promo\\p{L}*, kasse einlösen, dresscode, postleitzahl, qr-code, vorwahl, tag der offenen tür\\p{L}?, öffnungszeiten, ruft, rufen sie, anrufen, jahre\\p{L}?, personen, plätze, nie, niemals, beispiel\\p{L}*, film, buch, roman, uhr, türchen, adventskalender, einlass',
  fr: "escape game, trésor, énigme, quiz, jeu, devin\\p{L}*, remise, réduction, promo\\p{L}*, bon d[’']achat, code postal, code qr, qr code, code de la route, portes ouvertes, horaires, appel\\p{L}*, ans, personnes, places, jamais, exemple, film, livre, roman",
  es: 'escape room, tesoro, enigma, adivin\\p{L}*, juego, descuento\\p{L}?, promo\\p{L}*, cupón, código postal, código qr, código penal, puertas abiertas, horario\\p{L}?, llam\\p{L}*, años, personas, plazas, nunca, ejemplo, película, libro, novela, caja de',
  pt: 'escape room, tesouro, enigma, adivinh\\p{L}*, jogo, desconto\\p{L}?, promo\\p{L}*, cupom, código postal, código qr, qr code, código penal, código civil, portas abertas, horário\\p{L}?, lig\\p{L}{1,3}, anos, pessoas, vagas, lugares, nunca, exemplo, filme, livro, caixa de',
  it: 'escape room, tesoro, enigma, indovin\\p{L}*, gioco, scont\\p{L}, promo\\p{L}*, coupon, codice postale, codice qr, codice fiscale, codice civile, porte aperte, orari\\p{L}?, chiam\\p{L}*, anni, persone, posti, mai, esempio, film, libro, romanzo, cassa di',
  nl: 'escaperoom, schat\\p{L}*, raadsel\\p{L}?, raad, puzzel\\p{L}?, spel, korting\\p{L}*, actie\\p{L}?code, kortingscode, postcode, qr-code, open dag\\p{L}*, openingstijden, bel(?:len)?, jaar, personen, plaatsen, nooit, voorbeeld, film, boek, roman',
  pl: 'escape room\\p{L}*, skarb\\p{L}*, zagadk\\p{L}*, zgad\\p{L}*, quiz\\p{L}*, gr[aęyz]\\p{L}?, rabat\\p{L}*, zniżk\\p{L}*, promo\\p{L}*, kupon\\p{L}*, kod\\p{L}* pocztow\\p{L}*, kod\\p{L}* qr, dni otwart\\p{L}*, drzwi otwart\\p{L}*, godzin\\p{L}*, zadzwoń\\p{L}*, dzwoń\\p{L}*, lat\\p{L}?, osób, miejsc\\p{L}?, nigdy, przykład\\p{L}*, film\\p{L}*, książk\\p{L}*, okazj\\p{L}*',
  tr: 'kaçış oyun\\p{L}*, hazine\\p{L}*, bilmece\\p{L}*, bulmaca\\p{L}*, tahmin\\p{L}*, oyun\\p{L}*, indirim\\p{L}*, promosyon\\p{L}*, kupon\\p{L}*, posta kodu\\p{L}*, qr kod\\p{L}*, karekod\\p{L}*, kapılar\\p{L}* açıl\\p{L}*, saat\\p{L}*, ara\\p{L}{1,4}, yıl\\p{L}*, kişi\\p{L}*, asla, örnek\\p{L}*, film\\p{L}*, kitap\\p{L}*',
  ar: 'لغز, كنز, مسابقة, لعبة, خصم, قسيمة, كوبون, عرض, رمز بريدي, الرمز البريدي, أوقات الدوام, ساعات العمل, اتصل, سنة, شخص, مقعد, أبدا, مثال, فيلم, كتاب',
  ja: '脱出ゲーム, 謎, クイズ, ゲーム, 宝探し, 割引, クーポン, プロモ, 郵便番号, QRコード, 営業時間, 電話番号, お問い合わせ, お電話, 年, 名様, 席, 映画, 本, 商品番号, 注文番号',
};
const LOCKED = { locks: wordSets(LOCKS), openers: wordSets(OPENERS), forEveryone: wordSets(FOR_EVERYONE) };

/** Digits as entered into a lock: no price, time, date, year, share, measure, or part of a longer number. */
const DIGITS =
  /(?<![\p{L}\p{N}+.,:/#%-]|\d[ -]|[\p{Sc}] ?)[#*]?(?!(?:19|20)\d{2}(?![\p{N}-]))(?:\d{3,8}|\d{1,2}(?:[-–. ]\d{1,2}){2,4}|\d{2,4}[ -]\d{2,4}|\d(?:[ -]\d){3,7})[#*]?(?![\p{L}\p{N}]|[.,:/ -]\d| ?[\p{Sc}%°]| ?(?:am|pm|a\.m|p\.m|uhr|h|kg|g|km|m|cm|mm|ml|l|qm|m²|euros?|eur|usd|pounds?|people|seats|pieces|items|years?|days?|minutes?|times|jahre?|tage?|stück|personen|ans|personnes|años|personas|anos|pessoas|anni|persone|jaar|personen|lat|osób|yıl|kişi)(?!\p{L})|円|年|月|日|時|分|個|名|人)/giu;

/** Codes that are sent to one person once. */
const ONE_TIME: Words = {
  en: '(?:verification|confirmation|security|authentication|login|log-in|sign-?in|access|one-time|activation|recovery|reset|2fa|two-factor|whatsapp|google|apple|telegram|sms)[ -]?(?:pass)?codes?, one-time (?:password|pin), otp, use \\d+[ -]?\\d+ to (?:verify|log|sign)',
  de: '(?:bestätigungs|verifizierungs|sicherheits|anmelde|login|aktivierungs|einmal|freischalt|zugangs|sms|whatsapp)-?codes?, einmalpasswort, tan, mtan',
  fr: "codes? (?:de )?(?:vérification|confirmation|sécurité|validation|connexion|activation|d[’']accès|à usage unique|sms|whatsapp)",
  es: 'códigos? (?:de )?(?:verificación|confirmación|seguridad|validación|acceso|activación|un solo uso|sms|whatsapp)',
  pt: 'códigos? (?:de )?(?:verificação|confirmação|segurança|validação|acesso|ativação|uso único|sms|whatsapp)',
  it: 'codic[ei] (?:di )?(?:verifica|conferma|sicurezza|convalida|accesso|attivazione|monouso|otp|sms|whatsapp), otp',
  nl: '(?:verificatie|bevestigings|beveiligings|inlog|activerings|toegangs|sms-?|whatsapp-?)codes?, eenmalige code',
  pl: 'kod\\p{L}* (?:weryfikacyjn|potwierdzając|autoryzacyjn|dostępu|aktywacyjn|bezpieczeństwa|jednorazow|sms|blik|logowania)\\p{L}*',
  tr: '(?:doğrulama|onay|güvenlik|giriş|aktivasyon|tek kullanımlık|sms) (?:kod|şifre)\\p{L}*',
  ar: 'رمز (?:ال)?(?:تحقق|تأكيد|أمان|دخول|تفعيل|مرور), كود (?:ال)?(?:تحقق|تفعيل)',
  ja: '認証コード, 認証番号, 確認コード, 確認番号, セキュリティコード, ワンタイムパスワード, ログインコード',
};
const SENT = wordSets(ONE_TIME);
const SENT_CODE =
  /(?<![\p{L}\p{N}+.,:/#%-]|[\p{Sc}] ?)(?:[A-Z]-)?(?:\d{4,8}|\d{3}[ -]\d{3,4}|\d{2} \d{2} \d{2}|\d{4} \d{4})(?![\p{L}\p{N}]|[.,:/]\d| ?[\p{Sc}%])/gu;
/** "300 Gästen": a counted noun, in German. */
const COUNTED = /^ \p{Lu}\p{Ll}{2}/u;
const YEAR = /^(?:19|20)\d\d$/;

/** Codes of locks and one-time codes in a sentence. */
export function findSpokenCodes(text: string): Span[] {
  const locks = findInOneSentence(text, [LOCKED.openers, LOCKED.locks], [LOCKED.forEveryone]).flatMap((span) =>
    valueNear(text, span, DIGITS),
  );
  const sent = findInOneSentence(text, [SENT]).flatMap((span) => valueNear(text, span, SENT_CODE));
  return [...sent, ...locks];
}

/** A value in the sentence around a word. */
function valueNear(text: string, span: Span, shape: RegExp): Span[] {
  const { start, end } = sentenceAround(text, span);
  const values = matchesOf(text.slice(start, end), shape).filter(
    ({ 0: value, index }) => !YEAR.test(value) && !COUNTED.test(text.slice(start + index + value.length, start + index + value.length + 4)),
  );
  return values.slice(0, 1).map(({ 0: value, index }) => ({ start: start + index, end: start + index + value.length }));
}

/** Sign-in words, followed by a name and a password: "log in as admin with Herring-22". */
const SIGN_IN: Words = {
  en: 'log(?:s|ged|ging)? ?in, log-?in, sign(?:s|ed)? in, username, user ?name, user, credentials, admin, staging, account',
  de: 'einloggen, loggt\\p{L}*, anmeld\\p{L}*, login, zugang\\p{L}*, benutzer\\p{L}*, nutzername, admin, konto',
  fr: 'connect\\p{L}*, identifiants?, utilisateur, login, compte, admin',
  es: 'entr\\p{L}{1,4}, acced\\p{L}*, acceso, usuario, login, cuenta, inicia\\p{L}* sesión, admin',
  pt: 'entr\\p{L}{1,4}, acess\\p{L}*, usuário, utilizador, login, conta, admin',
  it: 'acced\\p{L}*, accesso, utente, login, account, entra\\p{L}*, admin, credenziali',
  nl: 'inlog\\p{L}*, log in, gebruiker\\p{L}*, login, account, admin',
  pl: 'zaloguj\\p{L}*, logowa\\p{L}*, logujcie, login\\p{L}*, użytkowni\\p{L}*, kont\\p{L}{1,2}, admin\\p{L}*',
  tr: 'giriş\\p{L}*, kullanıcı\\p{L}*, oturum\\p{L}*, hesap\\p{L}*, hesab\\p{L}*, admin',
  ar: 'تسجيل الدخول, سجل الدخول, سجلوا الدخول, الدخول, اسم المستخدم, مستخدم, حساب',
  ja: 'ログイン, ユーザー, アカウント, ID',
};
const IN = wordSets(SIGN_IN);
const JOINED =
  /(?<![\p{L}\p{N}])(?:and|with|und|mit|et|avec|y|con|e|com|en|met|i|z|hasłem|ve|ile|و|then|dann|puis|luego|depois|poi|dan|potem|sonra|pw|pass|\/|:|＋|\+|と) ?["'«„“「]?(?<value>[\p{L}\p{N}][^\s"'<>「」«»“”]{5,60})/giu;

/** Finds such sign-ins, by the words of the sentence and the form of the value. */
export function findSignIns(text: string): Span[] {
  return findInOneSentence(text, [IN]).flatMap((span) => {
    const { start, end } = sentenceAround(text, span);
    return matchesOf(text.slice(start, end), JOINED).flatMap(({ 0: written, index, groups: { value = '' } = {} }) => {
      const from = start + index + written.length - value.length;
      return isChosen(value) ? [{ start: from, end: from + value.length }] : [];
    });
  });
}

/**
 * A password chosen by a person: letters, digits, and a sign or inner capitals. Not a host, a handle or a
 * date.
 */
function isChosen(value: string): boolean {
  const bare = value.replace(/[.,;:!?)。、]+$/, '');
  if (!looksLikePassword(bare) || /^(?:www|https?)\b|[@/]|\.[a-z]{2,10}$/iu.test(bare) || /^\p{Lu}\p{L}+-\d{1,4}$/u.test(bare))
    return false;
  return /[!#$%&*+=?^_~]/.test(bare) || /-.*-/.test(bare) || /\p{Ll}\p{Nd}+\p{L}|\p{Nd}\p{L}+\p{Nd}|\p{Ll}{3}\p{Nd}{2}/u.test(bare);
}

/** What a seed belongs to. */
const WALLETS: Words = {
  en: '[\\p{L}-]{0,20}wallets?, seed(?: ?phrase| words)?, recovery (?:phrase|words|seed), (?:secret|backup) (?:phrase|words), mnemonic, ledger, trezor, metamask, bitcoin, ethereum, crypto\\p{L}*, btc, eth',
  de: '[\\p{L}-]{0,20}wallets?, seed\\p{L}*, wiederherstellungs\\p{L}*, geheime wörter, geldbörse',
  fr: 'portefeuille, phrase (?:de récupération|secrète), graine',
  es: 'cartera, monedero, billetera, frase (?:semilla|de recuperación), semilla',
  pt: 'carteira, frase (?:semente|de recuperação), semente',
  it: 'portafoglio, frase (?:seed|di recupero), parole segrete',
  nl: '[\\p{L}-]{0,20}wallets?, herstelzin, herstelwoorden, geheime woorden',
  pl: 'portfel\\p{L}*, fraz\\p{L} (?:odzyskiwania|seed)',
  tr: 'cüzdan\\p{L}*, kurtarma (?:kelime|ifade)\\p{L}*, tohum\\p{L}*',
  ar: 'محفظة, المحفظة, عبارة الاسترداد, كلمات الاسترداد',
  ja: 'ウォレット, リカバリーフレーズ, シードフレーズ, 復元フレーズ, ニーモニック',
};
const WALLET = wordSets(WALLETS);
const SEED_WORDS = new Set([english, spanish, french, italian, portuguese].flat().map((word) => word.normalize('NFKD')));
const WORD_RUN = /\p{L}[\p{L}\p{M}]{2,11}(?:[\s,;.|/\d:)("'-]{1,6}\p{L}[\p{L}\p{M}]{2,11}){7,30}/gu;
const SHORTEST_RUN = 8;
/** In a sentence, every third word is short or not on a list. */
const MOST_OTHERS = 0.12;
const BEHIND = 200;

/**
 * The words of a wallet, even if some are missing, changed or in the wrong order: only near a word for a
 * wallet.
 */
export function findWalletWords(text: string): Span[] {
  return findInOneSentence(text, [WALLET]).flatMap(({ end }) =>
    matchesOf(text.slice(end, end + BEHIND), WORD_RUN).flatMap(({ 0: run, index }) => {
      const words = run.match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];
      const known = words.map((word) => SEED_WORDS.has(word.toLowerCase().normalize('NFKD')));
      const first = known.indexOf(true);
      const others = known.slice(first).filter((isKnown) => !isKnown).length;
      if (first < 0 || words.length - first < SHORTEST_RUN || others > MOST_OTHERS * (words.length - first)) return [];
      return [{ start: end + index, end: end + index + run.length }];
    }),
  );
}
