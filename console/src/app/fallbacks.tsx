import { Button } from '@mantine/core';
import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { Empty } from '../components/ui/empty.tsx';
import { Page } from '../components/ui/page.tsx';
import { Problem } from '../components/ui/problem.tsx';
import { texts } from './texts.ts';

export function NotFound() {
  return (
    <Page title={texts.notFound}>
      <Empty title={texts.notFound}>
        <p>{texts.notFoundHow}</p>
        <Button variant="default" renderRoot={(props) => <Link to="/" {...props} />}>
          {texts.toOverview}
        </Button>
      </Empty>
    </Page>
  );
}

/** Thrown where a file of this version is no longer on the server, or the connection failed: only a new page loads it again. */
const missingParts = new Set<unknown>();
if (typeof window !== 'undefined') window.addEventListener('vite:preloadError', ({ payload }) => missingParts.add(payload));

/** A fault of the console itself. */
export function Crashed({ error, reset }: ErrorComponentProps) {
  if (missingParts.has(error)) {
    return (
      <Page title={texts.partMissing}>
        <Empty title={texts.partMissing}>
          <p>{texts.partMissingHow}</p>
          <Button onClick={() => window.location.reload()}>{texts.reload}</Button>
        </Empty>
      </Page>
    );
  }
  return (
    <Page title={texts.crashed}>
      <Problem error={error} title={`${texts.crashed}. ${texts.crashedHow}`} onRetry={reset} />
    </Page>
  );
}
