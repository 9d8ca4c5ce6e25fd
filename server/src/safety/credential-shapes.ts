/** What secrets look like, as their issuers document or scan for them. */
export interface CredentialShape {
  /** With its article, to stand in a sentence. */
  name: string;
  shape: RegExp;
}

/**
 * Every expression takes time in proportion to the text: it begins with a fixed prefix, and where
 * what follows may contain that prefix again, a look-behind lets it begin only once in a run.
 */
export const CREDENTIAL_SHAPES: readonly CredentialShape[] = [
  { name: 'a Countersign API key', shape: /\bcs_(?:live|test)_[0-9A-Za-z]{4,64}_[0-9A-Za-z]{20,}/g },
  {
    name: 'a private key',
    shape: /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----[\sA-Za-z0-9+/=]*(?:-----END [A-Z0-9 ]{1,60}-----)?/g,
  },
  { name: 'an AWS access key id', shape: /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Za-z0-9])/g },
  { name: 'an AWS secret key', shape: /\baws_secret_access_key["']?\s{0,5}[=:]\s{0,5}["']?[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])/gi },
  { name: 'a GitHub token', shape: /\b(?:gh[pousr]_[0-9A-Za-z]{36,}|github_pat_[0-9A-Za-z_]{22,})/g },
  { name: 'a GitLab token', shape: /(?<![\w-])gl(?:pat|dt|rt|cbt|ptt)-[\w-]{20,}/g },
  { name: 'a Slack token', shape: /(?<![\w-])xox[abeoprs]-[0-9A-Za-z-]{10,}|(?<![\w-])xapp-[0-9A-Za-z-]{20,}/g },
  { name: 'a Slack webhook address', shape: /hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9+/]{30,}/g },
  { name: 'a Discord webhook address', shape: /discord(?:app)?\.com\/api\/webhooks\/\d{15,25}\/[\w-]{50,}/g },
  { name: 'a Telegram bot token', shape: /(?<!\d)\d{8,10}:AA[\w-]{33}(?![\w-])/g },
  { name: 'a Stripe key', shape: /\b(?:[rs]k_(?:live|test)_[0-9A-Za-z]{16,}|whsec_[0-9A-Za-z+/]{24,}={0,2})/g },
  { name: 'a Google API key', shape: /(?<![\w-])AIza[\w-]{35}(?![\w-])/g },
  { name: 'a Google OAuth secret', shape: /(?<![\w-])(?:ya29\.[\w-]{20,}|GOCSPX-[\w-]{28})/g },
  { name: 'an AI provider key', shape: /(?<![\w-])sk-(?:(?:ant|proj|svcacct|admin|or)-[\w-]{20,}|[A-Za-z0-9]{32,})/g },
  { name: 'an npm token', shape: /\bnpm_[0-9A-Za-z]{36}/g },
  { name: 'a PyPI token', shape: /(?<![\w-])pypi-AgE[\w-]{50,}/g },
  { name: 'a Hugging Face token', shape: /\bhf_[A-Za-z]{34}/g },
  { name: 'a SendGrid key', shape: /(?<![\w.-])SG\.[\w-]{22}\.[\w-]{43}/g },
  { name: 'a Shopify token', shape: /\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}/g },
  { name: 'a DigitalOcean token', shape: /\bdo[opr]_v1_[0-9a-f]{64}/g },
  { name: 'a JSON web token', shape: /(?<![\w-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/g },
  { name: 'a bearer token', shape: /\bBearer\s{1,5}(?=[A-Za-z._~+/-]{0,60}\d)[\w.~+/-]{24,}={0,2}/g },
];
