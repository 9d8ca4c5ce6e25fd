import { NumberInput, type NumberInputProps } from '@mantine/core';
import classes from './grant.module.css';
import { texts } from './texts.ts';

const MOST = 1_000_000;

/** How much the agent may do; empty for as much as the account has. */
export function Limits({ jobsPerDay, creditsPerMonth }: { jobsPerDay: NumberInputProps; creditsPerMonth: NumberInputProps }) {
  const shared = { min: 1, max: MOST, allowDecimal: false, allowNegative: false, placeholder: texts.noLimit } as const;
  return (
    <div className={classes.limits}>
      <NumberInput label={texts.jobsPerDay} {...shared} {...jobsPerDay} />
      <NumberInput label={texts.creditsPerMonth} {...shared} {...creditsPerMonth} />
    </div>
  );
}
