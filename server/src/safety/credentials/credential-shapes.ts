import { type Sentence, say } from '../../languages/sentence.ts';

/** An issuer and the pattern of its secrets, which have their own prefix, as documented by the issuer. */
type IssuerPrefix = readonly [issuer: string, pattern: string];

/**
 * In addition to secretlint's rules: issuers whose secrets have a prefix, so a match is certain. Each pattern
 * begins with its prefix and has no nested repetition, for linear time.
 */
const ISSUER_PREFIXES: readonly IssuerPrefix[] = [
  ['Adafruit', 'aio_[A-Za-z0-9]{28}'],
  ['Alibaba', 'LTAI[A-Za-z0-9]{17,21}'],
  ['Atlassian', 'ATATT3[\\w=-]{60,}'],
  ['Brevo', 'x(?:keysib|smtpsib)-[0-9a-f]{64}-[A-Za-z0-9]{16}'],
  ['Buildkite', 'bk(?:ua|aa|ct)_[0-9a-f]{40}'],
  ['CircleCI', 'CCI(?:PAT|PRJ)_[\\w-]{30,}'],
  ['Cloudflare', 'v1\\.0-[0-9a-f]{24}-[0-9a-f]{146}'],
  ['Contentful', 'CFPAT-[\\w-]{43}'],
  ['crates.io', 'cio[A-Za-z0-9]{32}'],
  ['Databricks', 'dapi[0-9a-f]{32}'],
  ['Docker', 'dckr_(?:pat|oat)_[\\w-]{27,}'],
  ['Doppler', 'dp\\.(?:pt|st|ct|sa|scim|audit)\\.[A-Za-z0-9]{40,44}'],
  ['Duffel', 'duffel_(?:live|test)_[\\w-]{43}'],
  ['Dynatrace', 'dt0[a-z]01\\.[A-Z0-9]{24}\\.[A-Z0-9]{64}'],
  ['EasyPost', 'EZ[AT]K[A-Za-z0-9]{54}'],
  ['ElevenLabs', 'sk_[0-9a-f]{48}'],
  ['Figma', 'fig[dopu]_[\\w-]{40,}'],
  ['Flutterwave', 'FLWSECK(?:_TEST)?-[A-Za-z0-9]{12,32}-X'],
  ['Fly.io', 'f(?:o1|m2|m1[ar])_[\\w+/=-]{40,}'],
  ['Grafana', 'gl(?:sa_[A-Za-z0-9]{32}_[0-9a-fA-F]{8}|c_[A-Za-z0-9+/]{32,}={0,2})'],
  ['Groq', 'gsk_[A-Za-z0-9]{40,}'],
  ['HubSpot', 'pat-(?:na|eu)\\d-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'],
  ['Infracost', 'ico-[A-Za-z0-9]{32}'],
  ['LangSmith', 'lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}'],
  ['LaunchDarkly', '(?:sdk|api)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'],
  ['Linear', 'lin_(?:api|oauth)_[A-Za-z0-9]{40}'],
  ['Mapbox', 'sk\\.eyJ[\\w-]{20,}\\.[\\w-]{20,}'],
  ['Mollie', '(?:live|test)_(?=[A-Za-z]*\\d)[A-Za-z0-9]{30}'],
  ['Neon', 'napi_[a-z0-9]{60,}'],
  ['1Password', '(?:ops_eyJ[A-Za-z0-9+/_=-]{200,}|A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3})'],
  ['OpenRouter', 'sk-or-v1-[0-9a-f]{64}'],
  ['Perplexity', 'pplx-[A-Za-z0-9]{40,}'],
  ['Pinecone', 'pcsk_[\\w-]{50,}'],
  ['Plaid', 'access-(?:production|sandbox|development)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'],
  ['Postman', 'PMAK-[0-9a-f]{24}-[0-9a-f]{34}'],
  ['Prefect', 'pn[ub]_[A-Za-z0-9]{36}'],
  ['Pulumi', 'pul-[0-9a-f]{40}'],
  ['Razorpay', 'rzp_(?:live|test)_[A-Za-z0-9]{14,}'],
  ['ReadMe', 'rdme_[a-z0-9]{70}'],
  ['Render', 'rnd_[A-Za-z0-9]{28,}'],
  ['Resend', 're_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,}'],
  ['RubyGems', 'rubygems_[0-9a-f]{48}'],
  ['Shippo', 'shippo_(?:live|test)_[0-9a-f]{40}'],
  ['Snyk', 'snyk_(?:uat|sat)\\.[0-9a-f]{8}\\.[\\w.-]{20,}'],
  ['Sourcegraph', 'sgp_(?:[0-9a-f]{16}_|local_)?[0-9a-f]{40}'],
  ['Supabase', 'sb_secret_[\\w-]{20,}'],
  ['Tailscale', 'tskey-(?:api|auth|client|webhook)-[A-Za-z0-9]{6,}(?:CNTRL)?-[A-Za-z0-9]{20,}'],
  ['Twitch', 'oauth:[a-z0-9]{30}'],
  ['Typeform', 'tfp_[\\w.-]{40,}'],
  ['Vault', 'hv[sbr]\\.[\\w-]{24,}'],
  ['Vercel', '(?:vercel_blob_rw_[A-Za-z0-9]{16}_|vc[pkairt]_)[A-Za-z0-9]{24,}'],
  ['xAI', 'xai-[A-Za-z0-9]{60,}'],
  ['Yandex', '(?:AQVN[\\w-]{35,38}|y[0-3]_[\\w-]{55,})'],
];

/** Patterns of secrets, as documented or scanned for by their issuers. */
export interface CredentialShape {
  /** With its article, for use within a sentence. */
  name: Sentence;
  shape: RegExp;
}

/**
 * Linear time: every expression begins with a fixed prefix, and if the rest may contain that prefix, a look-behind
 * permits one start per run.
 */
export const CREDENTIAL_SHAPES: readonly CredentialShape[] = [
  { name: say`a ${'Countersign'} API key`, shape: /\bcs_(?:live|test)_[0-9A-Za-z]{4,64}_[0-9A-Za-z]{20,}/g },
  {
    name: say`a private key`,
    shape: /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----[\sA-Za-z0-9+/=]*(?:-----END [A-Z0-9 ]{1,60}-----)?/g,
  },
  { name: say`an ${'AWS'} access key id`, shape: /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Za-z0-9])/g },
  { name: say`an ${'AWS'} secret key`, shape: /\baws_secret_access_key["']?\s{0,5}[=:]\s{0,5}["']?[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])/gi },
  { name: say`a ${'GitHub'} token`, shape: /\b(?:gh[pousr]_[0-9A-Za-z]{36,}|github_pat_[0-9A-Za-z_]{22,})/g },
  { name: say`a ${'GitLab'} token`, shape: /(?<![\w-])gl(?:pat|dt|rt|cbt|ptt)-[\w-]{20,}/g },
  { name: say`a ${'Slack'} token`, shape: /(?<![\w-])xox[abeoprs]-[0-9A-Za-z-]{10,}|(?<![\w-])xapp-[0-9A-Za-z-]{20,}/g },
  { name: say`a ${'Slack'} webhook address`, shape: /hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9+/]{30,}/g },
  { name: say`a ${'Discord'} webhook address`, shape: /discord(?:app)?\.com\/api\/webhooks\/\d{15,25}\/[\w-]{50,}/g },
  { name: say`a ${'Telegram'} bot token`, shape: /(?<!\d)\d{8,10}:AA[\w-]{33}(?![\w-])/g },
  { name: say`a ${'Stripe'} key`, shape: /\b(?:[rs]k_(?:live|test)_[0-9A-Za-z]{16,}|whsec_[0-9A-Za-z+/]{24,}={0,2})/g },
  { name: say`a ${'Google'} API key`, shape: /(?<![\w-])AIza[\w-]{35}(?![\w-])/g },
  { name: say`a ${'Google OAuth'} secret`, shape: /(?<![\w-])(?:ya29\.[\w-]{20,}|GOCSPX-[\w-]{28})/g },
  { name: say`an AI provider key`, shape: /(?<![\w-])sk-(?:(?:ant|proj|svcacct|admin|or)-[\w-]{20,}|[A-Za-z0-9]{32,})/g },
  { name: say`an ${'npm'} token`, shape: /\bnpm_[0-9A-Za-z]{36}/g },
  { name: say`a ${'PyPI'} token`, shape: /(?<![\w-])pypi-AgE[\w-]{50,}/g },
  { name: say`a ${'Hugging Face'} token`, shape: /\bhf_[A-Za-z0-9]{34,40}/g },
  { name: say`a ${'SendGrid'} key`, shape: /(?<![\w.-])SG\.[\w-]{22}\.[\w-]{43}/g },
  { name: say`a ${'Shopify'} token`, shape: /\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}/g },
  { name: say`a ${'DigitalOcean'} token`, shape: /\bdo[opr]_v1_[0-9a-f]{64}/g },
  { name: say`a ${'Twilio'} key`, shape: /(?<![0-9A-Za-z])SK[0-9a-f]{32}(?![0-9A-Za-z])/g },
  { name: say`a ${'Mailgun'} key`, shape: /(?<![\w-])key-[0-9a-f]{32}(?![0-9a-f])/g },
  { name: say`a ${'Mailchimp'} key`, shape: /(?<![0-9A-Za-z])[0-9a-f]{32}-us\d{1,2}(?!\d)/g },
  { name: say`an ${'Azure'} key`, shape: /\bAccountKey=[A-Za-z0-9+/]{86}==|[?&]sig=[A-Za-z0-9%+/]{40,}/g },
  { name: say`a ${'Notion'} token`, shape: /\bsecret_[0-9A-Za-z]{43}(?![0-9A-Za-z])|\bntn_[0-9A-Za-z]{40,}/g },
  { name: say`an ${'Airtable'} token`, shape: /(?<![0-9A-Za-z])pat[0-9A-Za-z]{14}\.[0-9a-f]{64}/g },
  { name: say`a ${'Netlify'} token`, shape: /\bnfp_[0-9A-Za-z]{36,}/g },
  { name: say`a ${'Heroku'} key`, shape: /\bHRKU-[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}/g },
  { name: say`a ${'Supabase'} token`, shape: /\bsbp_[0-9a-f]{40}/g },
  { name: say`a ${'PlanetScale'} token`, shape: /\bpscale_(?:tkn|pw|oauth)_[\w-]{32,}/g },
  { name: say`a ${'New Relic'} key`, shape: /\bNRAK-[0-9A-Z]{27}/g },
  { name: say`a ${'Sentry'} token`, shape: /\bsntry[su]_[\w+/=-]{40,}/g },
  { name: say`a ${'Square'} token`, shape: /\bsq0(?:atp|csp)-[\w-]{22,}/g },
  { name: say`a ${'Discord'} bot token`, shape: /(?<![\w-])[MNO][\w-]{23,25}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])/g },
  { name: say`a ${'Meta'} access token`, shape: /(?<![0-9A-Za-z])EAA[0-9A-Za-z]{60,}/g },
  { name: say`an ${'X'} bearer token`, shape: /(?<![0-9A-Za-z%])A{20}[0-9A-Za-z%]{40,}/g },
  { name: say`a ${'Bluesky'} app password`, shape: /\bapp[ -]?password(?: is)?\W{1,5}[a-z0-9]{4}(?:-[a-z0-9]{4}){3}(?![\w-])/gi },
  { name: say`a ${'PayPal'} token`, shape: /access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}/g },
  { name: say`a ${'Replicate'} token`, shape: /\br8_[0-9A-Za-z]{37}/g },
  { name: say`a ${'Terraform'} token`, shape: /(?<![0-9A-Za-z])[0-9A-Za-z]{14}\.atlasv1\.[\w-]{60,}/g },
  { name: say`an ${'age'} key`, shape: /\bAGE-SECRET-KEY-1[0-9A-Z]{58}/g },
  { name: say`a JSON web token`, shape: /(?<![\w-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/g },
  { name: say`a ${'Nostr'} secret key`, shape: /(?<![0-9a-z])nsec1[02-9ac-hj-np-z]{58}(?![0-9a-z])/gi },
  { name: say`an encrypted Nostr secret key`, shape: /(?<![0-9a-z])ncryptsec1[02-9ac-hj-np-z]{100,200}/gi },
  {
    name: say`the address of a Nostr wallet or signer`,
    shape: /(?:nostr\+walletconnect|bunker):\/\/[^\s?]{1,200}\?[^\s]{0,400}?\bsecret=[\w-]{4,128}/gi,
  },
  {
    name: say`a private key of a wallet`,
    shape: /(?<![0-9A-Za-z])(?:[KL5][1-9A-HJ-NP-Za-km-z]{50,51}|[xyztuv]prv[1-9A-HJ-NP-Za-km-z]{100,112})(?![0-9A-Za-z])/g,
  },
  {
    name: say`a private key of a wallet`,
    shape: /(?<=\b(?:private|secret|priv|wallet)[ _-]?key(?: is)?["']?[:=]? {0,2}["']?)(?:0x)?[0-9a-f]{64}(?![0-9a-z])/gi,
  },
  {
    name: say`a private key of a wallet`,
    shape: /(?<=\b(?:private|secret|priv|wallet)[ _-]?key(?: is)?["']?[:=]? {0,2}["']?)[1-9A-HJ-NP-Za-km-z]{87,88}(?![0-9A-Za-z])/gi,
  },
  { name: say`a ${'Monero'} private key`, shape: /(?<=\b(?:spend|view) key(?: is)?[:=]? {0,2})[0-9a-f]{64}(?![0-9a-z])/gi },
  { name: say`a ${'LinkedIn'} token`, shape: /(?<![0-9A-Za-z])AQ[A-Z][\w-]{100,400}|\bWPL_AP\d\.[\w.+/=-]{10,}/g },
  { name: say`a ${'Threads'} access token`, shape: /(?<![0-9A-Za-z])THAA[0-9A-Za-z]{40,}/g },
  { name: say`an ${'Instagram'} access token`, shape: /(?<![0-9A-Za-z])IG(?:AA|QV)[0-9A-Za-z_-]{40,}/g },
  { name: say`a ${'Meta'} app token`, shape: /(?<!\d)\d{14,17}\|[\w-]{27}(?![\w-])/g },
  { name: say`an ${'X'} access token`, shape: /(?<![\w-])\d{15,20}-[0-9A-Za-z]{38,44}(?![\w-])/g },
  { name: say`a ${'Pinterest'} token`, shape: /(?<![\w])pina_[0-9A-Z]{40,}/g },
  { name: say`a ${'TikTok'} token`, shape: /(?<![\w.])(?:act|rft|clt)\.[0-9A-Za-z]{40,}(?:![0-9A-Za-z.]{1,20})?/g },
  { name: say`a ${'VK'} token`, shape: /(?<![\w.])vk1\.a\.[\w-]{60,}/g },
  { name: say`a ${'Google'} refresh token`, shape: /(?<![\w/])1\/\/0[\w-]{40,}/g },
  { name: say`a ${'Dropbox'} token`, shape: /(?<![\w.])sl\.[\w-]{100,}/g },
  {
    name: say`a ${'WordPress'} application password`,
    shape: /(?<=\b(?:application|app)[ _-]?password(?: is)?[:=]? {0,2}["']?)[0-9A-Za-z]{4}(?: [0-9A-Za-z]{4}){5}(?![0-9A-Za-z])/gi,
  },
  { name: say`a bearer token`, shape: /\bBearer\s{1,5}(?=[A-Za-z._~+/-]{0,60}\d)[\w.~+/-]{24,}={0,2}/g },
  ...ISSUER_PREFIXES.map(([issuer, pattern]) => ({
    name: /^(?:[AEIOU]|xAI$)/i.test(issuer) ? say`an ${issuer} token` : say`a ${issuer} token`,
    shape: new RegExp(`(?<![\\w.-])${pattern}(?![\\w-])`, 'g'),
  })),
];

/**
 * Words that announce a secret. Uncertain, so it only warns: a long value after "token", or one of letters
 * with a digit after "password".
 */
export const NAMED_SECRETS: readonly CredentialShape[] = [
  {
    name: say`a password`,
    shape:
      /(?<![\p{L}\p{N}])(?:[\p{L}-]{0,20}password|[\p{L}-]{0,20}passwort|passcode|passphrase|wpa[-_]?psk|passwd|pwd|(?<=(?:user|login)[^\n]{0,60}[^\p{L}])pass(?=\s{0,3}[=:])|mot de passe|kennwort|contraseña|clave|senha|wachtwoord|parola|hasło|lösenord|adgangskode|passord|пароль|パスワード|密码)["']?\s{0,3}[=:]\s{0,3}["']?(?=[^\s"'&<>]{0,40}\p{Nd})(?=[^\s"'&<>]{0,40}\p{L})[^\s"'&<>]{6,80}/giu,
  },
  {
    name: say`a key`,
    shape:
      /(?<![\p{L}\p{N}])(?:api[_-]?key|apikey|secret(?:[_-]?(?:access[_-]?)?key)?|access[_-]?token|auth[_-]?token|client[_-]?secret|token)["']?\s{0,3}[=:]\s{0,3}["']?(?=[^\s"'&<>]{0,60}\d)[\w.~+/-]{16,200}={0,2}/giu,
  },
];

/** Words for a password and the verbs between them and the value, by language. */
const PASSWORDS: [words: string, verbs: string][] = [
  [
    'passwords?|passcode|passphrase|wi-?fi[- ]key|(?:log ?in|user|guest|account)[^\\n]{0,40}\\bpass',
    'is|was|reads|will be|è|resta|(?:has )?changed to|è cambiata,? ora è',
  ],
  [
    '\\p{L}{0,20}-?(?:passwort|kennwort|passphrase)|wlan-schlüssel|(?:zugang|gast|konto)[^\\n]{0,40}\\bpass',
    'ist|lautet|heißt|war|bleibt|wäre|wurde geändert(?:,? jetzt)?|geändert auf',
  ],
  ['mot de passe|mdp|code (?:du |de la )?(?:wi-?fi|box)', "est|c['’]est|reste|sera|a changé(?:,? c['’]est)?|devient"],
  ['contraseña|clave', 'es|sigue siendo|será|ha cambiado(?:,? ahora es)?|cambió a'],
  ['palavra-passe|senha', 'é|continua|será|mudou para|passou a ser'],
  ["parola(?: d['’]ordine)?|chiave (?:del )?wi-?fi", 'è|resta|sarà|è cambiata,? ora è|diventa'],
  ['\\p{L}{0,20}wachtwoord|wifi-?code', 'is|luidt|blijft'],
  ['\\p{L}{0,20}(?:lösenord(?:et)?|adgangskoden?|kodeord(?:et)?|passord(?:et)?)', 'är|er|blir|bliver'],
  ['hasł[oae]|hesl[oa]', 'to|jest|je|brzmi|zní'],
  ['şifre(?:si|miz)?|parola(?:sı|mız)?|salasana|jelszó|parol[ae]', 'on|este|este acum|az'],
  ['парол[ьяи]', 'это|—|-|–|такой'],
  ['κωδικός|συνθηματικό', 'είναι'],
  ['كلمة (?:ال)?(?:سر|مرور)|الرقم السري', 'هي|هو'],
  ['סיסמ[האת]{1,2}', 'היא|זה'],
  ['पासवर्ड', 'है|होगा'],
];
const NOW_OR_STILL = 'now|still|again|jetzt|nun|wieder|maintenant|désormais|ahora|ya|agora|ora|adesso|nu|teraz';
/** A value after a word for a password, also some words later. Uncertain; `looksLikePassword()` decides. */
export const AFTER_PASSWORD = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${PASSWORDS.map(
    ([words, verbs]) =>
      `(?:${words})(?!\\p{L})["'»“]?(?:(?: [\\p{L}\\p{M}\\p{N}'’.-]{1,20}){0,6}?(?: (?:${verbs})(?: (?:${NOW_OR_STILL}))?|\\s?[:=：]))?`,
  ).join('|')}) ["'«„“]?(?<value>[\\p{L}\\p{N}][^\\s"'<>]{5,80})`,
  'giu',
);
/** The same in scripts without spaces between words. */
export const PASSWORD_WITHOUT_SPACES =
  /(?:パスワード|暗証番号|合言葉|密码|密碼|口令|비밀번호|암호|패스워드)(?:[^\n。]{0,12}[。、] ?(?:新しい(?:の|もの)は|新的是|새 것은))?(?:は|が|是|为|為|은|는|이|가)?\s{0,2}[:：、=]?\s{0,2}["「『“]?(?<value>[A-Za-z0-9][!#-;=?-~]{5,60})/gu;
/** The secret number of a bank card or phone; a year does not count. */
export const SECRET_NUMBER =
  /(?<![\p{L}\p{N}-])(?:PIN(?:[- ]?(?:[Cc]ode|[Nn]ummer|number|kod))?|[Cc]ode PIN|[Cc]ódigo PIN|[Cc]odice PIN|[Gg]eheimzahl|[Gg]eheimnummer|NIP|[Пп]ин-?код|PIN-код|暗証番号|الرقم السري)(?![\p{L}-])[^\n\d.!?]{0,30}?(?:(?<= )(?:is|ist|lautet|est|es|è|é|är|er|to|هو) |[:=：はを]\s?)(?<value>(?!19\d\d|20\d\d)\d{4})(?![\p{L}\p{N}]|[-–/.:,]\d)/gu;
/** Placeholders that documentation uses for a value. */
const NO_PLACEHOLDER = '(?!your|my[-_ ]?pass|example|password|passwort|secret|xxx|change[-_]?me|prompt|file\\b|env\\b|stdin)';
const TYPED = `["']?(?<value>${NO_PLACEHOLDER}[^\\s"'$<>[{%*-][^\\s"'<>]{3,80})`;
/**
 * A password in a command: after an explicit option, after a short option of a known command, or as a
 * variable before it. Not a variable's name, and not a bare `-p` before a database.
 */
export const PASSWORDS_IN_COMMANDS: readonly RegExp[] = [
  new RegExp(`(?<=\\s|^)--?(?:[a-z]{2,12}-){0,2}(?:password|passwd|passphrase|pass|userpass)[= ]${TYPED}`, 'gimu'),
  new RegExp(`\\b(?:mysql(?:dump|admin|import|show)?|mariadb(?:-dump)?)(?= )[^\\n]{0,120}? -p${TYPED}`, 'giu'),
  new RegExp(
    `\\b(?:(?:sshpass|7z [a-z]|mongo(?:sh|dump|restore|export)?) [^\\n]{0,80}?-p ?|(?:docker|podman|helm|az|oc|nerdctl|buildah|skopeo|heroku|cf)\\b[^\\n]{0,40} login\\b[^\\n]{0,80}? -p ?|redis-cli [^\\n]{0,80}?-a ?|ldap(?:search|modify|add) [^\\n]{0,80}?-w ?|(?:sqlcmd|unzip|zip) [^\\n]{0,80}?-P ?|(?:curl|wget|http) [^\\n]{0,120}?(?:-u|-a|--user)[= ]?["']?[^\\s:$"']{1,40}:|smbclient [^\\n]{0,80}?-U ?[^\\s%]{1,40}%|(?:xfreerdp|net use) [^\\n]{0,80}?/p:|openssl [^\\n]{0,80}?pass:|nmcli [^\\n]{0,80}? password )${TYPED}`,
    'giu',
  ),
  new RegExp(`(?<![\\p{L}\\p{N}_])[A-Z][A-Z0-9_]{0,30}(?:PASSWORD|PASSWD|PASSPHRASE|_PASS|_PWD|_SECRET)=${TYPED}`, 'gu'),
];
/**
 * A user name and a password next to each other after a word for signing in, and the key of a wireless
 * network.
 */
export const LOGIN_PAIR =
  /(?<![\p{L}\p{N}])(?:(?:log-?ins?|sign-?in|ssh|ftp|rdp|credentials|zugangsdaten|zugang|anmeldung|identifiants|connexion|credenciales|acceso|credenziali|accesso|acesso|inloggegevens)(?!\p{L})[^\n]{0,50}?[\p{L}\p{N}@._-]{2,40} ?[/:|,] ?|(?:wi-?fi|wlan|network|netzwerk|ssid|réseau|red|rete|rede)(?!\p{L})[^\n]{0,50}?(?:key|schlüssel|clé|clave|chiave|chave|pass)(?: (?:is|ist|est|es|è|é))?[:=]? )["'„“]?(?<value>[\p{L}\p{N}][^\s"'&<>]{5,60})/giu;

/** Account recovery codes, of which services issue several. */
export const RECOVERY_CODES =
  /(?<!\p{L})(?:recovery|backup|emergency|scratch|wiederherstellungs|backup-|notfall|(?:codes? de )?(?:secours|récupération)|(?:códigos? de )?(?:recuperación|respaldo|recuperação)|(?:codici di )?(?:recupero|backup))[ -]?(?:codes?|keys?|schlüssel)?(?: (?:are|sind|sont|son|sono|são))?:? {0,2}(?<value>(?=[^\n]{0,12}\d)[a-z0-9]{4,6}-[a-z0-9]{4,6}(?:-[a-z0-9]{4,6}){0,6}|\d{6,8}(?:,? \d{6,8})+)(?![\p{L}\p{N}])/giu;

/** The code of a door, an alarm or a safe. */
export const DOOR_CODE =
  /(?<!\p{L})(?:safe|alarm|tresor|gate|padlock|key ?box|lock ?box|door|garage|coffre|caja fuerte|cassaforte|cofre)(?!\p{L})[^\n\d.!?]{0,40}? (?:opens with|is opened with|öffnet (?:sich )?mit|geht (?:auf )?mit|s.ouvre avec|se abre con|si apre con|abre com|is off (?:if|when) you (?:type|enter|press)) (?<value>[#*]?\d{2}(?:[ -]?\d{1,4}){1,4}[#*]?)(?![\p{L}\p{N}]|:\d)/giu;
/** The same with its name first. */
export const DOOR_CODE_NAMED =
  /(?<!\p{L})(?:(?:door|gate|entrance|alarm|lock ?box|key ?box|key ?safe|safe|padlock|garage) (?:code|pin|combination)|(?:tür|tor|alarm|haustür|schlüsselbox|tresor|schloss)-?code|digicode|code (?:d['’]entrée|de la porte|du portail|de l['’]alarme)|código (?:de la puerta|del portal|de la alarma|da porta|do portão|do alarme)|codice (?:del portone|della porta|dell['’]allarme)|deurcode|portkod|dørkode|код (?:от двери|двери|домофона)|رمز الباب|门禁密码|暗証番号)(?!\p{L})[^\n\d.!?]{0,40}?(?<value>[#*]?\d{3,10}[#*]?)(?![\p{L}\p{N}])/giu;

/** Whether it has letters, digits, and a capital or sign, as passwords do; "ISO-27001", "3-Gänge" and "#1" are words. */
export function looksLikePassword(value: string): boolean {
  const bare = value.replace(/[.,;:!?)。、]+$/, '');
  if (bare.length < 6 || /^\p{Lu}{2,8}-\p{Nd}{1,5}$|^\p{Nd}+[.,:-]?\p{Nd}*-?\p{L}+(?:-\p{L}+)*$|:\/\//u.test(bare)) return false;
  return /\p{Nd}/u.test(bare) && /\p{L}/u.test(bare) && /[\p{Lu}!#$%&*+=?@^_~-]/u.test(bare);
}

/** Words next to which a random value is a secret: in code, and in sentences of several languages. */
const NAMES_OF_SECRETS =
  'api|key|keys|token|tokens|secret|secrets|credential|credentials|auth|authorization|passphrase|signing|webhook|dsn|schlüssel|zugangsschlüssel|clé|jeton|llave|clave|ficha|chave|segredo|chiave|sleutel|ключ|токен|مفتاح|رمز|密钥|密鑰|令牌|キー|トークン|키|토큰';

/** A value within a few words of such a name. Uncertain; `isRandom()` decides. */
export const BESIDE_A_NAME = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${NAMES_OF_SECRETS})(?![\\p{L}\\p{N}])[^\\n\\p{N}]{0,40}?(?<![\\w/@.#-])(?<value>[A-Za-z0-9][\\w+/~.-]{19,199}={0,2})(?![\\w@-])`,
  'giu',
);

const RANDOM_BITS = 3.4;

/**
 * Whether a value uses many characters of mixed kinds, like generated values; words, paths and dates do not.
 */
export function isRandom(value: string): boolean {
  const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/].filter((kind) => kind.test(value)).length;
  const isHex = /^[0-9a-f]{32,}$/i.test(value) && kinds >= 2;
  if (/^[a-z]+(?:[._/-][a-z]+)*[._/-]?\d{0,6}$/i.test(value) || /[a-z]{12}/.test(value)) return false;
  if (!isHex && (kinds < 3 || (value.match(/[0-9]/g)?.length ?? 0) < 3)) return false;
  return entropyOf(value) >= (isHex ? 3 : RANDOM_BITS);
}

/** Shannon's entropy, in bits per character. */
function entropyOf(value: string): number {
  const counts = Map.groupBy(value, (character) => character).values();
  let bits = 0;
  for (const { length } of counts) bits -= (length / value.length) * Math.log2(length / value.length);
  return bits;
}
