import { queryOptions } from '@tanstack/react-query';
import { getJson } from '../../../lib/http/get-json.ts';
import type { JobView } from '../queries.ts';

/** The evidence exactly as served, with its fingerprint. */
export interface ProofFile {
  text: string;
  exportedAt: string;
  /** SHA-256 of the file, in hex; null where the browser reckons none, as on pages over plain http. */
  sha256: string | null;
  /** Of the service's key that signed it. */
  keyId: string;
}

/** Cached per state of the post, since each download is signed again. */
export function proofFileQuery({ id, updatedAt }: Pick<JobView, 'id' | 'updatedAt'>) {
  return queryOptions({
    queryKey: ['proof-file', id, updatedAt],
    queryFn: ({ signal }) => readProofFile(`/api/evidence/${id}`, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

async function readProofFile(path: string, signal: AbortSignal): Promise<ProofFile> {
  const { answer, text } = await getJson<{ exported_at: string; seal: { key: { kid: string } } }>(path, signal);
  return { text, exportedAt: answer.exported_at, sha256: await sha256Of(text), keyId: answer.seal.key.kid };
}

async function sha256Of(text: string): Promise<string | null> {
  if (!globalThis.isSecureContext) return null;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
