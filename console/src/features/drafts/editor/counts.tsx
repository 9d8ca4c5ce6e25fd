import { texts as shared } from '../../../components/texts.ts';
import { ToneIcon } from '../../../components/ui/status.tsx';
import type { WordsCheckViewFragment } from '../../../gql/graphql.ts';
import { texts as separators } from '../../../lib/texts.ts';
import classes from '../draft.module.css';

/** As the platform counts; there once the server has counted. */
export function Count({ check, index }: { check: WordsCheckViewFragment | undefined; index: number }) {
  const part = check?.preview.parts[index];
  return part ? <Length {...part} /> : null;
}

/** A length next to its limit, in the network's unit. */
export function Length({ length, limit, unit }: { length: number; limit: number; unit: string }) {
  const isOver = length > limit;
  return (
    <span className={classes.count} data-over={isOver || undefined} title={counts[unit] ?? unit}>
      {isOver && <ToneIcon tone="bad" size={14} />}
      {shared.length({ length, limit })}
    </span>
  );
}

interface FaultsProps {
  checks: readonly WordsCheckViewFragment[];
  /** Names the network of each. */
  labelOf?: (id: string) => string;
}

interface Fault {
  key: string;
  tone: 'bad' | 'wait';
  text: string;
  networks: string[];
}

/** What does not fit, and what the safety checks found; the same of several networks or places once. */
export function Faults({ checks, labelOf }: FaultsProps) {
  const all = checks.flatMap(({ platform, violations, findings }): Fault[] => [
    ...violations.map(({ message, remedy }) => ({
      ...{ key: message, tone: 'bad' as const, text: `${message} ${remedy}` },
      networks: [platform],
    })),
    ...findings.map(({ message, severity }) => ({
      ...{ key: message, tone: severity === 'BLOCK' ? ('bad' as const) : ('wait' as const), text: message },
      networks: [platform],
    })),
  ]);
  const once = [...Map.groupBy(all, ({ key }) => key).values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, networks: [...new Set([first, ...others].flatMap(({ networks }) => networks))] }] : [],
  );
  return (
    <ul className={classes.faults} aria-live="polite">
      {once.map(({ key, tone, text, networks }) => (
        <li key={key} className={classes.fault}>
          <ToneIcon tone={tone} />
          <span>
            {labelOf && <b>{networks.map(labelOf).join(separators.comma)}: </b>}
            {text}
          </span>
        </li>
      ))}
    </ul>
  );
}

const counts: Record<string, string> = shared.counts;
