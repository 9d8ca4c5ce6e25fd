import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { type ApiError, asApiError, sentence } from '../../lib/http/api-error.ts';
import { language } from '../../lib/language.ts';
import { texts } from '../texts.ts';
import classes from './notice.module.css';
import { ToneIcon } from './status.tsx';

interface Props {
  error: unknown;
  /** The heading: what was tried; by default that loading failed. Not shown without a response. */
  title?: string;
  /** Where something was read, as without a title; an action may have been done although its response was lost. */
  onRetry?: () => void;
  isRetrying?: boolean;
}

/** An error: what happened, whether anything was sent, and what to do. */
export function Problem({ error, title = texts.notLoaded, onRetry, isRetrying = false }: Props) {
  const refusal = asApiError(error);
  const { requestId } = refusal;
  // The title may claim what cannot be known then, for instance that nothing was changed.
  const isLost = refusal.code === 'unreachable';
  const isReading = onRetry !== undefined || title === texts.notLoaded;
  const advice = isReading ? refusal.remedy : texts.perhapsDone;
  // A single fault often repeats the message: it is shown once.
  const fields = refusal.fields.filter(({ message }) => message !== refusal.message);
  const box = useRef<HTMLDivElement>(null);
  // An error outside of the view would look like nothing happened.
  useEffect(() => {
    // Newer browsers return a promise, which React would take for the effect's clean-up.
    void box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={box} className={classes.notice} data-tone="bad" role="alert">
      <ToneIcon tone="bad" size={18} />
      <div className={classes.text}>
        <p className={classes.title}>{isLost ? refusal.message : title}</p>
        {!isForPrograms(refusal) && <p dir="auto">{isLost ? advice : sentence(refusal)}</p>}
        {fields.length > 0 && (
          <ul className={classes.list}>
            {fields.map(({ pointer, message: fault }) => (
              <li key={`${pointer} ${fault}`}>{faultSentence(pointer, fault)}</li>
            ))}
          </ul>
        )}
        {requestId && <p className={classes.dim}>{texts.requestId({ id: requestId })}</p>}
        {onRetry && (
          <Button variant="default" size="xs" onClick={onRetry} loading={isRetrying} mt={8}>
            {texts.retry}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Errors of several fields, each with its pointer: the list shows the fields' names. */
const isForPrograms = ({ message, fields }: ApiError): boolean => fields.length > 0 && message.startsWith('/');

const FIELDS: Record<string, string> = texts.fields;

/** A fault is a whole sentence, except that English often continues the field's name ("is required"). */
export function faultSentence(pointer: string, fault: string): string {
  const field = pointer.split('/').findLast((part) => /\D/.test(part)) ?? '';
  const name = FIELDS[field.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace('source_text', 'text')];
  if (language !== 'en') return name ? `${name}: ${fault}` : fault;
  return /^\p{Lu}/u.test(fault) ? fault : `${name ?? field.replaceAll('_', ' ')} ${fault}`.trim();
}
