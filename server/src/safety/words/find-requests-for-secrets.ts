import { say } from '../../languages/sentence.ts';
import type { Pause } from '../../long-work/yield-to-event-loop.ts';
import type { TextFinding } from '../safety-finding.ts';
import { findShapes, type Shape } from './find-shapes.ts';

const message = say`This asks readers for a secret, as fraud does. Remove it: no one should send one.`;

/** The requested secret, and the verb, by language. Linear time: every distance is bounded. */
const REQUESTS: [verbs: string, secrets: string][] = [
  [
    'send|enter|reply with|message|pm|comment(?: below)?(?: with)?|fill in|upload|tell us|dm|give|share|submit|confirm|verify|provide|type in|post|text|e-?mail|update|validate',
    '(?:credit |debit |bank )?card (?:number|details|pin)|cvv|cvc|pin(?: code| number)?|passwords?|passcode|seed phrase|recovery phrase|private keys?|one-?time (?:code|password)|bank (?:details|login)|online banking|social security number|login details|log-?in credentials|2fa code|security code|digits on the back|maiden name|(?:account|passport|sort|routing) (?:number|code)|(?:photo|copy|picture|scan|image|screenshot|front and back|both sides) of (?:both sides of )?(?:your|the) (?:bank |credit |debit |id(?:entity)? |insurance )?(?:card(?! game| trick| house)|passport(?! stamp| cover)|id(?! badge| tag)(?!\\p{L})|driv(?:ing|er.??s) licen[cs]e|national id|identity document)|(?:selfie|photo|picture)[^.!?\\n]{0,20} with (?:your |a |an )?(?:passport|id|driving licen[cs]e|bank card)|(?:one-?time|verification|confirmation|authentication|authori[sz]ation|sms|2fa|log-?in|access) (?:code|password|passcode)|(?:\\p{L}{3,6}|\\d)[- ]digit (?:code|number|pin)[^.!?\\n]{0,30}(?:sent|texted|received|got|sms|text message|bank|whatsapp)|code (?:that )?(?:we|you|your bank|they)[^.!?\\n]{0,15} (?:sent|texted|received|got|get)|code from (?:the|your) (?:sms|text|authenticator|bank|phone|whatsapp)|recovery codes?|backup codes?|apple id|bank account (?:number|details)|date of birth and',
  ],
  [
    'send(?:e|en|et)?|schick(?:e|en|t)?|gib|geben|gebt|bestätig(?:e|en|t)|teil(?:e|en|t)|nenn(?:e|en|t)|antworte(?:n|t)?|schreib(?:e|en|t)?|tipp(?:e|en|t)|verrat(?:e|en|et)|lad(?:e|en|et)',
    'kartennummer|kreditkarten(?:nummer|daten)|passwort|kennwort|pin|tan|zugangsdaten|bankdaten|sicherheitscode|prüfziffer|kontonummer|mädchenname|(?:foto|kopie|scan|bild|selfie|vorder- und rückseite)s? (?:ihre[rsm]?|deine[rsm]?|eure[rsm]?|von|vom|mit|des|der) (?:ihre[rsmn]?|deine[rsmn]?|eure[rsmn]?|dem)? ?(?:ausweis|pass|reisepass|personalausweis|karte|ec-karte|bankkarte|kreditkarte|führerschein|girocard)(?:es|s)?|ausweis(?:foto|kopie|bild)|cvv|(?:bestätigungs|sms-|freischalt|einmal|aktivierungs|verifizierungs|zugangs)-?code|einmalpasswort|code(?: aus der sms| per sms|,? den (?:wir|du|sie) (?:\\p{L}{1,8} ){0,3}(?:geschickt|gesendet|erhalten|bekommen))|\\p{L}{3,8}stelligen code|wiederherstellungs(?:codes?|wörter|phrase)|seed-?phrase',
  ],
  [
    'envoyez(?:-nous)?|envoie|donnez|donne|confirmez|confirme|saisissez|communiquez|indiquez|partagez|r[ée]pondez avec|r[ée]ponds avec|t[ée]l[ée]chargez',
    'numéro de carte|coordonnées bancaires|mot de passe|code (?:pin|secret|de s[ée]curit[ée]|(?:de )?(?:votre )?carte)|(?:photo|copie|scan|selfie|recto[- ]verso)s? (?:de|avec) (?:la |le |votre |ta |ton )?(?:carte (?:bancaire|bleue|d.identité|de crédit)|carte(?! de fidélité| postale| du| des)|passeport|pièce d.identité|permis)|identifiants|cvv|cryptogramme|code (?:de (?:vérification|confirmation|validation)|à usage unique|(?:à|de) (?:six|quatre|\\d) chiffres|(?:reçu|envoyé) par (?:sms|texto)|que (?:nous|vous|tu) [^.!?\\n]{0,15}(?:envoyé|reçu|reçois))|phrase (?:de récupération|secrète)',
  ],
  [
    'env[íi](?:a|e|ad)(?:n|nos|me)?|sube|suba|reenv[íi][ae]|m[áa]nd[ae](?:d|n|nos|me)?|d[íi](?:ga|me|nos)(?:nos)?|escribe|confirm[ae]|introduzca|introduce|indique|indica|comparte|responde con',
    'número de (?:la |tu |su )?tarjeta|datos bancarios|contraseña|pin|clave|código de (?:seguridad|verificación|confirmación|un solo uso)|código (?:de (?:seis|cuatro|\\d) (?:dígitos|cifras)|(?:que (?:te|le|os) (?:hemos|ha)|recibido)[^.!?\\n]{0,20})|cvv|(?:foto|copia|selfie|imagen|escaneo) (?:de|con|por ambos lados de) (?:tu |su |vuestro |la |el )?(?:dni|pasaporte|tarjeta(?! de (?:puntos|visita|felicitación))|carnet|documento|cédula)|frase (?:semilla|de recuperación)',
  ],
  [
    'envi[ae](?:m|-nos|r)?|responda com|digite|tire|mand[ae](?:m|-nos)?|diga(?:-nos)?|confirm[ae]|introduz[ao]|indique|partilhe|compartilhe',
    'número do (?:seu )?cartão|dados bancários|senha|palavra-passe|pin|código de (?:segurança|verificação|confirmação)|código (?:de (?:seis|quatro|\\d) dígitos|que (?:te |lhe |você |vocês )?(?:enviámos|enviamos|recebeu|recebeste|receberam|chegou)|recebido|por sms)|cvv|(?:foto|cópia|selfie|imagem) (?:do|da|com|frente e verso do|frente e verso da) (?:seu |sua |o |a )?(?:cartão(?! de visita)|passaporte|rg|cpf|cnh|documento|identidade|cartão de cidadão)|frase de recuperação',
  ],
  [
    'inviate(?:ci)?|invia(?:ci)?|mandate(?:ci)?|mandaci|manda|rispondi con|rispondete con|carica(?:te)?|inoltra|digita|scrivi(?:ci)?|confermate|conferma|inserite|inserisci|comunicate',
    'numero (?:di|della) carta|dati bancari|password|pin|codice di (?:sicurezza|verifica|conferma)|codice (?:a (?:sei|quattro|\\d) cifre|(?:ricevuto|inviato) via sms|che (?:ti|vi) (?:abbiamo|è)[^.!?\\n]{0,20}|otp)|cvv|(?:foto|copia|selfie|scansione|fronte e retro) (?:del|della|di|con) (?:tuo |tua |vostro |vostra |la |il )?(?:documento|passaporto|carta(?! fedeltà| da)|patente|bancomat)|frase di recupero',
  ],
  [
    'أرسل(?:وا|ي)?|ارسل(?:وا)?|أرسلوا لنا|زودنا|اكتب(?:وا)?|ادخل|أدخل(?:وا)?|أكد|شارك',
    'رقم (?:ال)?بطاقة|رقم بطاقتك|كلمة (?:ال)?سر|كلمة المرور|الرقم السري|رمز (?:ال)?(?:تحقق|تأكيد|أمان)|الرمز (?:المرسل|الذي|المكون)|صورة (?:من )?(?:ال)?(?:هوية|هويتك|جواز|جوازك|بطاقة|بطاقتك)',
  ],
  [
    'пришлите|отправьте|напишите|вышлите|загрузите|назовите|введите|сообщите|подтвердите',
    'номер (?:вашей )?карты|пароль|пин-?код|код (?:из (?:смс|sms)|подтверждения|который)|(?:шести|четырёх|четырех)значный код|cvv|(?:фото|копию|скан|селфи) (?:с )?(?:вашего |вашей |своего |обеих сторон )?(?:паспорт\\p{L}{0,2}|карт\\p{L}{1,2}|удостоверени\\p{L}|прав)',
  ],
  [
    'stuur|stuurt|mail|geef|geeft|bevestig|vul in|upload|deel|antwoord met|app',
    'kaartnummer|rekeningnummer|wachtwoord|pincode|pin|bankgegevens|inloggegevens|beveiligingscode|verificatiecode|bevestigingscode|cijferige code|code (?:die (?:we|je|u)|uit de sms)|(?:foto|kopie|scan|selfie) (?:van|met) (?:je |uw |jouw )?(?:paspoort|id|identiteitskaart|rijbewijs|bankpas|pas)',
  ],
  [
    'wyślij(?:cie)?|podaj(?:cie)?|wpisz(?:cie)?|prześlij|odpisz|odpowiedz',
    'numer (?:karty|konta|pesel)|hasło|pin|kod (?:blik|z sms-?a?|weryfikacyjny|potwierdzający|cvv|który)|dane (?:do logowania|karty)|(?:zdjęcie|skan|kopię) (?:swojego |swojej )?(?:dowodu|paszportu|karty|prawa jazdy)|cvv|fraz[ęa] (?:odzyskiwania|seed)',
  ],
  [
    'gönderin?|yazın?|paylaşın?|girin|iletin',
    'kart numara\\p{L}{1,4}|şifre\\p{L}{0,5}|doğrulama kod\\p{L}{1,3}|kimlik fotoğraf\\p{L}{1,4}|cvv',
  ],
];

/** Not a request: "never share your password". */
const WARNED = "(?<!(?:never|not|n['’]t|no one|nie|niemals|nicht|jamais|pas|nunca|no|não|mai|non|لا|никогда не|не)[^.!?\\n]{0,30})";

const SHAPES: Shape[] = REQUESTS.map(([verbs, secrets]) => ({
  shape: new RegExp(
    `(?<!\\p{L})(?=(?:${verbs})(?!\\p{L}))${WARNED}(?:${verbs})(?!\\p{L})(?![^.!?\\n]{0,60}(?<!\\p{L})(?:never|no ?body|no one|with anyone|nicht|nie|niemals|niemande[nm]|jamais|personne|nunca|nadie|ninguém|nessuno|mai|niemand|nooit|nikomu|nigdy|asla|kimseyle|لا|أبدا)(?!\\p{L}))[^.!?\\n]{0,40}?(?<!\\p{L})(?:${secrets})(?!\\p{L})`,
    'giu',
  ),
  message,
  severity: 'warn',
}));

/** For languages that name the object first. */
const SECRET_FIRST: Shape[] = [
  /(?:暗証番号|認証コード|確認コード|ワンタイムパスワード|パスワード|カード番号|セキュリティコード|(?:身分証|免許証|パスポート|保険証|カード)の(?:写真|画像|コピー|両面))[^\n。！？!?]{0,20}(?:送って|お送り|教えて|入力して|返信|ご返信|ご入力|アップロード|知らせ)(?!て?(?:は|ない|いけ))/gu,
  /(?:发送|发给|告诉|回复|输入|提供|上传|私信)[^\n。！？!?]{0,12}(?:验证码|密码|卡号|身份证(?:照片|号|正反面)|护照(?:照片|号)|安全码)|(?:인증번호|비밀번호|카드 ?번호|신분증 사진|보안코드)[^\n.!?]{0,16}(?:보내|알려|입력해|회신)/gu,
  /(?<!\p{L})(?:tan|pin|cvv|passwort|kartennummer|sms-code|bestätigungscode|ausweis(?:foto|kopie))(?!\p{L})[^.!?\n]{0,30}? (?:(?:an|per|in)[^.!?\n]{0,20} )?(?:bitte |uns |mir )?(?:zusenden|einsenden|schicken|mitteilen|durchgeben)(?!\p{L})|(?<!\p{L})(?:şifrenizi|kart numaranızı|doğrulama kodunu|sms kodunu|kimlik fotoğrafınızı|kimliğinizin fotoğrafını)[^.!?\n]{0,30} (?:gönder|yaz|paylaş|gir|ilet)(?!m[ae])\p{L}{0,6}/giu,
].map((shape) => ({ shape, message, severity: 'warn' }));

/** Requests to readers for card numbers, passwords or codes. */
export async function findRequestsForSecrets(text: string, pause: Pause): Promise<TextFinding[]> {
  return findShapes(text, 'asks_for_secrets', [...SHAPES, ...SECRET_FIRST], pause);
}
