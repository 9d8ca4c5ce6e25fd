import { Button } from '@mantine/core';
import { useState } from 'react';
import { Notice } from '../../components/ui/notice.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import { asApiError } from '../../lib/http/api-error.ts';
import { useNow } from '../../lib/time/use-now.ts';
import { texts } from './texts.ts';

interface Props {
  error: unknown;
  /** Where the request came from: an entered code, this session's own lookup, or an agent's link. */
  by?: 'code' | 'session' | 'link';
  onAnotherCode?: () => void;
  onRetry?: () => void;
}

const { problems } = texts;

/** Why there is no request to decide on, and what to do. */
export function LookUpProblem({ error, by = 'code', onAnotherCode, onRetry }: Props) {
  const { code, retryAfterSeconds } = asApiError(error);
  const [since] = useState(() => Date.now());
  if (code === 'rate_limited') return <TooMany endsAt={since + (retryAfterSeconds ?? 900) * 1000} onAnotherCode={onAnotherCode} />;
  const words = wordsOf(code, by);
  if (!words) return <Problem error={error} title={problems.notLookedUp} {...(onRetry ? { onRetry } : {})} />;
  return (
    <div role="alert">
      <Notice tone="bad" title={words.title}>
        <p>{words.how}</p>
        <AnotherCode onAnotherCode={onAnotherCode} />
      </Notice>
    </div>
  );
}

function wordsOf(code: string, by: 'code' | 'session' | 'link'): { title: string; how: string } | null {
  if (code === 'other_session' || (code === 'not_found' && by === 'session')) {
    return { title: problems.elsewhere, how: problems.elsewhereHow };
  }
  if (code !== 'not_found') return null;
  return by === 'link' ? { title: problems.linkOver, how: problems.linkOverHow } : { title: problems.wrong, how: problems.wrongHow };
}

function TooMany({ endsAt, onAnotherCode }: { endsAt: number; onAnotherCode: (() => void) | undefined }) {
  const seconds = Math.ceil((endsAt - useNow().getTime()) / 1000);
  return (
    <div role="alert">
      <Notice tone="wait" title={problems.tooMany}>
        <p>{seconds > 0 ? problems.wait({ minutes: seconds > 60 ? Math.ceil(seconds / 60) : 0, seconds }) : problems.waitOver}</p>
        <AnotherCode onAnotherCode={onAnotherCode} />
      </Notice>
    </div>
  );
}

function AnotherCode({ onAnotherCode }: { onAnotherCode: (() => void) | undefined }) {
  if (!onAnotherCode) return null;
  return (
    <Button variant="default" size="xs" mt={8} onClick={onAnotherCode}>
      {texts.another}
    </Button>
  );
}
