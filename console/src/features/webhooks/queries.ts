import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../components/ui/toasts.tsx';
import {
  RedeliverWebhooksDocument,
  type RedeliverWebhooksInput,
  RemoveWebhookEndpointDocument,
  TestWebhookEndpointDocument,
  WebhookDeliveriesDocument,
  type WebhookDeliveryState,
  type WebhookDeliveryViewFragment,
  WebhookEndpointsDocument,
  type WebhookEndpointViewFragment,
} from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { pagedQuery } from '../../lib/paged.ts';
import { texts } from './texts.ts';

export type EndpointView = WebhookEndpointViewFragment;
export type DeliveryView = WebhookDeliveryViewFragment;

/** Deliveries are not announced, and who looks at them is trying an address out. */
const POLL_MS = 10_000;

/** Null without permission. */
export function endpointsQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['webhooks', workspaceId],
    queryFn: async ({ signal }): Promise<EndpointView[] | null> =>
      (await runDocument(WebhookEndpointsDocument, { workspaceId }, signal)).workspace?.webhookEndpoints ?? null,
    refetchInterval: POLL_MS,
  });
}

export function deliveriesQuery(endpointId: string, state: WebhookDeliveryState | null) {
  return pagedQuery<DeliveryView>({
    queryKey: ['webhooks', 'log', endpointId, state],
    read: async (after, signal) =>
      (await runDocument(WebhookDeliveriesDocument, { endpointId, state, after }, signal)).webhookEndpoint?.deliveries,
    refetchInterval: POLL_MS,
  });
}

/** The actions of an endpoint; the lists are reloaded afterwards. */
export function useWebhookSteps({ id, url }: EndpointView) {
  const queryClient = useQueryClient();
  const host = new URL(url).host;
  const after = async (said: string): Promise<void> => {
    showToast(said);
    await queryClient.invalidateQueries({ queryKey: ['webhooks'] });
  };
  const test = useMutation({
    mutationFn: () => runDocument(TestWebhookEndpointDocument, { endpointId: id }),
    onSuccess: () => after(texts.isTested({ host })),
  });
  const redeliver = useMutation({
    mutationFn: (which: Omit<RedeliverWebhooksInput, 'endpointId'>) =>
      runDocument(RedeliverWebhooksDocument, { input: { endpointId: id, ...which } }),
    onSuccess: ({ redeliverWebhooks: count }) => after(texts.isRedelivered({ count })),
  });
  const remove = useMutation({
    mutationFn: () => runDocument(RemoveWebhookEndpointDocument, { endpointId: id }),
    onSuccess: () => after(texts.isRemoved({ host })),
  });
  return { test, redeliver, remove };
}
