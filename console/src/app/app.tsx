import { DirectionProvider, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Toasts } from '../components/ui/toasts.tsx';
import { signInAgain } from '../lib/http/identity-question.ts';
import { direction } from '../lib/language.ts';
import { createQueryClient } from './query-client.ts';
import { router } from './router.tsx';
import { resolveVariables, theme } from './theme.ts';

const queryClient = createQueryClient(() => {
  const { pathname, searchStr } = router.state.location;
  if (pathname === '/sign-in' || pathname === '/setup') return;
  // A dialog over the open page asks, so no typed text is lost; the person retries what failed.
  if (signInAgain.isAnswered()) return void signInAgain.ask();
  router.navigate({ to: '/sign-in', search: { next: `${pathname}${searchStr}` } });
});

/** Everything around the screens. */
export function App() {
  return (
    <DirectionProvider initialDirection={direction} detectDirection={false}>
      <MantineProvider theme={theme} cssVariablesResolver={resolveVariables} defaultColorScheme="auto">
        <Toasts />
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} context={{ queryClient }} />
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  );
}
