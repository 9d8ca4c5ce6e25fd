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

/** A fault of the console itself. */
export function Crashed({ error, reset }: ErrorComponentProps) {
  return (
    <Page title={texts.crashed}>
      <Problem error={error} title={`${texts.crashed}. ${texts.crashedHow}`} onRetry={reset} />
    </Page>
  );
}
