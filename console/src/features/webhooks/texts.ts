import type { Tone } from '../../components/ui/states.ts';
import type { WebhookDeliveryState, WebhookState } from '../../gql/graphql.ts';

export { texts } from '../../messages/en/webhooks.ts';

export const TONES = {
  endpoint: { ACTIVE: 'good', UNPROVEN: 'wait', STOPPED: 'bad' } satisfies Record<WebhookState, Tone>,
  delivery: { PENDING: 'busy', DELIVERED: 'good', FAILED: 'bad' } satisfies Record<WebhookDeliveryState, Tone>,
};
