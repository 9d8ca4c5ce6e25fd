export interface StripeConfig {
  secretKey: string;
  /** Signs the events that Stripe sends. */
  webhookSecret: string;
  /** Null: Stripe's own. */
  apiUrl: string | null;
}

type Environment = Record<string, string | undefined>;

/** Both secrets or neither. They are never shown. */
export function readStripe(env: Environment): StripeConfig | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: apiUrl } = env;
  if (!secretKey && !webhookSecret) return null;
  if (!secretKey || !/^(?:sk|rk)_\w+$/.test(secretKey))
    throw new Error('STRIPE_SECRET_KEY must be a secret or restricted key, sk_… or rk_….');
  if (!webhookSecret || !/^whsec_\S+$/.test(webhookSecret))
    throw new Error('STRIPE_WEBHOOK_SECRET must be the signing secret of the endpoint /api/stripe/webhook, whsec_….');
  const url = apiUrl ? URL.parse(apiUrl) : null;
  if (apiUrl && (!url || !['http:', 'https:'].includes(url.protocol) || url.pathname !== '/'))
    throw new Error('STRIPE_API_URL must be an origin such as https://api.stripe.com; leave it out for Stripe itself.');
  return { secretKey, webhookSecret, apiUrl: url?.origin ?? null };
}
