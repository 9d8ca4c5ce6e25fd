import { SegmentedControl } from '@mantine/core';
import rows from '../../components/ui/rows.module.css';
import { Status } from '../../components/ui/status.tsx';
import type { SafetyCheck, SafetyWeight } from '../../gql/graphql.ts';
import type { Settings } from './queries.ts';
import classes from './settings.module.css';
import { texts } from './texts.ts';

const words = texts.safety;
/** The control needs a text for the default severity, which is null on the server. */
const USUAL = 'USUAL';

interface Props {
  checks: Settings['safety']['weights'];
  weights: Partial<Record<SafetyCheck, SafetyWeight | null>>;
  onChange: (check: SafetyCheck, weight: SafetyWeight | null) => void;
}

/** Every check with its description and severity. */
export function SafetyChecks({ checks, weights, onChange }: Props) {
  return (
    <ul className={rows.rows}>
      {checks.map(({ check, allowed }) => {
        const { name, what, usual } = words.each[check];
        return (
          <li key={check} className={rows.row}>
            <div className={rows.main}>
              <p className={rows.title}>{name}</p>
              <p className={classes.small}>
                {what} {allowed.length > 1 && words.usually({ usual })}
              </p>
            </div>
            {allowed.length === 1 ? (
              <Status state={{ tone: 'good', word: words.always }} />
            ) : (
              <SegmentedControl
                aria-label={words.weightOf({ name })}
                size="xs"
                data={[{ value: USUAL, label: words.usual }, ...allowed.map((value) => ({ value, label: words.weights[value] }))]}
                value={weights[check] ?? USUAL}
                onChange={(value) => onChange(check, allowed.find((known) => known === value) ?? null)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
