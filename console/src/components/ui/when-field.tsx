import { TextInput, type TextInputProps } from '@mantine/core';
import { type SyntheticEvent, useEffect, useRef } from 'react';
import { LAST_DAY } from '../../lib/time/zoned-time.ts';
import { editingTexts } from '../editing-texts.ts';

/** The value while a date is half typed: a browser's is empty then, which would mean as soon as possible. */
export const HALF_TYPED = 'half-typed';

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur'> {
  /** A local time or day ("2026-12-12T08:00", "2026-12-12"), nothing, or `HALF_TYPED`. */
  value: string;
  onValue: (value: string) => void;
  /** A day has no time. */
  type?: 'datetime-local' | 'date';
}

/** A date, with or without a time. Its fault says where it is incomplete; the form must not take it then. */
export function WhenField({ value, onValue, error, type = 'datetime-local', ...rest }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const isHalfTyped = value === HALF_TYPED;
  const read = ({ currentTarget: { value: typed, validity } }: SyntheticEvent<HTMLInputElement>): void =>
    onValue(validity.badInput ? HALF_TYPED : typed);
  useEffect(() => {
    // What is half typed stays in the field when the form empties it.
    if (value === '' && field.current) field.current.value = '';
  }, [value]);
  return (
    <TextInput
      max={type === 'date' ? LAST_DAY : `${LAST_DAY}T23:59`}
      {...rest}
      ref={field}
      type={type}
      value={isHalfTyped ? '' : value}
      error={isHalfTyped ? editingTexts.halfTyped : error}
      onChange={read}
      // There is no event while an empty field is half typed.
      onBlur={(event) => event.currentTarget.validity.badInput !== isHalfTyped && read(event)}
    />
  );
}
