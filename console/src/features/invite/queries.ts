import { queryOptions } from '@tanstack/react-query';
import { postJson } from '../../lib/http/post-json.ts';

export interface InvitationFacts {
  email: string;
  role: 'owner' | 'approver' | 'editor' | 'viewer';
  account_name: string;
  invited_by: string;
  expires_at: string;
  is_known_person: boolean;
  signed_in_as: string | null;
}

/** The invitation behind a link; read-only. */
export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => postJson<InvitationFacts>('/api/auth/invitation', { token }, signal),
    retry: false,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
}
