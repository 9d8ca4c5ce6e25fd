import { say } from '../../languages/sentence.ts';
import type { Pause } from '../../long-work/let-others-go.ts';
import type { TextFinding } from '../safety-finding.ts';
import { findShapes, type Shape } from './find-shapes.ts';

const message = say`This asks readers for a secret, as fraud does. Remove it: no one should send one.`;

/** What is asked for, and how, by language. Linear time: every distance is bounded. */
const REQUESTS: [verbs: string, secrets: string][] = [
  [
    'send|enter|reply with|message|pm|comment(?: below)? with|fill in|upload|tell us|dm|give|share|submit|confirm|verify|provide|type in|post|text|e-?mail|update|validate',
    '(?:credit |debit |bank )?card (?:number|details|pin)|cvv|cvc|pin(?: code| number)?|passwords?|passcode|seed phrase|recovery phrase|private keys?|one-?time (?:code|password)|bank (?:details|login)|online banking|social security number|login details|log-?in credentials|2fa code|security code|digits on the back|maiden name|(?:account|passport|sort|routing) (?:number|code)|(?:photo|copy|picture|scan) of your (?:card|passport|id)|(?:selfie|photo|picture)[^.!?\\n]{0,12} with (?:your |a )?(?:passport|id|driving licen[cs]e)',
  ],
  [
    'send(?:e|en|et)|schick(?:e|en|t)|gib|geben|gebt|bestätig(?:e|en|t)|teil(?:e|en|t)|nenn(?:e|en|t)|antworte(?:n|t)?|schreib(?:e|en|t)?|tipp(?:e|en|t)|verrat(?:e|en|et)|lad(?:e|en|et)',
    'kartennummer|kreditkarten(?:nummer|daten)|passwort|kennwort|pin|tan|zugangsdaten|bankdaten|sicherheitscode|prüfziffer|kontonummer|mädchenname|(?:foto|kopie|scan|bild)(?:s)? (?:ihre[rs]|deine[rs]|eure[rs]|von) (?:ausweis|pass|reisepass|personalausweis|karte|ec-karte|bankkarte|kreditkarte)(?:es)?|cvv',
  ],
  [
    'envoyez|envoie|donnez|donne|confirmez|confirme|saisissez|communiquez|indiquez|partagez|r[ée]pondez avec|r[ée]ponds avec|t[ée]l[ée]chargez',
    'numéro de carte|coordonnées bancaires|mot de passe|code (?:pin|secret|de s[ée]curit[ée]|(?:de )?(?:votre )?carte)|(?:photo|copie|scan) de votre (?:carte|passeport|pièce)|identifiants|cvv',
  ],
  [
    'env[íi](?:a|e|ad)(?:n|nos|me)?|m[áa]nd[ae](?:d|n|nos|me)?|d[íi](?:ga|me|nos)(?:nos)?|escribe|confirm[ae]|introduzca|introduce|indique|indica|comparte|responde con',
    'número de (?:la |tu |su )?tarjeta|datos bancarios|contraseña|pin|clave|código de seguridad|cvv',
  ],
  [
    'envi[ae](?:m|-nos)?|mand[ae](?:m|-nos)?|diga(?:-nos)?|confirm[ae]|introduz[ao]|indique|partilhe|compartilhe',
    'número do (?:seu )?cartão|dados bancários|senha|palavra-passe|pin|código de segurança|cvv',
  ],
  [
    'inviate|invia(?:ci)?|mandate|confermate|conferma|inserite|inserisci|comunicate',
    'numero (?:di|della) carta|dati bancari|password|pin|codice di sicurezza|cvv',
  ],
  ['أرسل(?:وا)?|ادخل|أدخل(?:وا)?|أكد|شارك', 'رقم (?:ال)?بطاقة|رقم بطاقتك|كلمة (?:ال)?سر|كلمة المرور|الرقم السري|رمز التحقق'],
  ['пришлите|отправьте|введите|сообщите|подтвердите', 'номер (?:вашей )?карты|пароль|пин-?код|код из смс|cvv'],
];

/** Not asked of readers: "never share your password". */
const WARNED = "(?<!(?:never|not|n['’]t|no one|nie|niemals|nicht|jamais|pas|nunca|no|não|mai|non|لا|никогда не|не)[^.!?\\n]{0,30})";

const SHAPES: Shape[] = REQUESTS.map(([verbs, secrets]) => ({
  shape: new RegExp(
    `(?<!\\p{L})${WARNED}(?:${verbs})(?!\\p{L})(?![^.!?\\n]{0,40}(?:never|nicht|jamais))[^.!?\\n]{0,40}?(?<!\\p{L})(?:${secrets})(?!\\p{L})`,
    'giu',
  ),
  message,
  severity: 'warn',
}));

/** Requests to readers for card numbers, passwords or codes. */
export async function findRequestsForSecrets(text: string, pause: Pause): Promise<TextFinding[]> {
  return findShapes(text, 'asks_for_secrets', SHAPES, pause);
}
