import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { postJson } from '../../lib/http/post-json.ts';

/** Accepts and goes to the console. */
export function useAccept(token: string) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (person: { name?: string; password?: string }) => postJson('/api/auth/invitation/accept', { token, ...person }),
    onSuccess: async () => {
      queryClient.clear();
      await navigate({ to: '/', replace: true });
    },
  });
}
