import { ApiFault } from '../api/api-fault.ts';
import { requiredText, textAt } from '../api/read-json.ts';
import { awaitReady } from '../await-ready.ts';
import type { PublishCall } from '../connector.ts';
import type { JsonObject, Outcome } from '../platform.ts';

/** How Threads and Instagram differ in what is the same in both. */
export interface ContainerApi {
  label: string;
  /** With the version. */
  base: string;
  /** The edges of an account that make a container and publish it. */
  createEdge: string;
  publishEdge: string;
  /** The field of a container that holds its status. */
  statusField: string;
}

/**
 * Publishes in two steps: a container, of which no post comes by itself, then the post. The
 * container's id is kept before the second, so that every later question and try is about the same
 * container, which is published once at the most.
 */
export async function publishContainer(api: ContainerApi, call: PublishCall): Promise<Outcome> {
  const { account, intent, onSending } = call;
  const kept = intent.keys.containerId;
  const containerId = typeof kept === 'string' ? kept : await createContainer(api, call);
  await waitUntilReady(api, call, containerId);
  await onSending({ containerId });
  const { body } = await call.api.send({
    url: `${api.base}/${account.userId}/${api.publishEdge}`,
    form: { creation_id: containerId, access_token: account.accessToken ?? '' },
  });
  const id = requiredText(api.label, body, 'id');
  return { kind: 'published', providerId: id, url: await permalinkOf(api, call, id) };
}

async function createContainer(api: ContainerApi, { payload, account, api: http }: PublishCall): Promise<string> {
  const form = { ...formOf(payload), access_token: account.accessToken ?? '' };
  const { body } = await http.ask({ url: `${api.base}/${account.userId}/${api.createEdge}`, form });
  return requiredText(api.label, body, 'id');
}

async function waitUntilReady(api: ContainerApi, call: PublishCall, containerId: string): Promise<void> {
  await awaitReady(api.label, call.signal, async () => {
    const { status, message } = await readContainer(api, call, containerId);
    if (status === 'FINISHED' || status === 'IN_PROGRESS') return status === 'FINISHED';
    throw new ApiFault({ kind: 'rejected', message: `${api.label} says of the container: ${message ?? status}.` });
  });
}

/** EXPIRED, ERROR, FINISHED, IN_PROGRESS or PUBLISHED (developers.facebook.com, Threads and Instagram, Troubleshooting). */
export async function readContainer(
  { base, label, statusField }: ContainerApi,
  { account, api }: Pick<PublishCall, 'account' | 'api'>,
  containerId: string,
): Promise<{ status: string; message: string | null }> {
  const query = new URLSearchParams({ fields: `${statusField},error_message`, access_token: account.accessToken ?? '' });
  const { body } = await api.ask({ url: `${base}/${containerId}?${query}` });
  return { status: requiredText(label, body, statusField), message: textAt(body, 'error_message') };
}

/** The post stands whether or not its address can be had. */
async function permalinkOf({ base }: ContainerApi, { account, api }: PublishCall, id: string): Promise<string | null> {
  const query = new URLSearchParams({ fields: 'permalink', access_token: account.accessToken ?? '' });
  try {
    return textAt((await api.ask({ url: `${base}/${id}?${query}` })).body, 'permalink');
  } catch (error) {
    if (error instanceof ApiFault) return null;
    throw error;
  }
}

function formOf(payload: JsonObject): Record<string, string> {
  return Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, String(value)]));
}
