import { DomainError } from './errors.ts';
import { type Sentence, say } from './languages/sentence.ts';

/** Which states may follow which; one table for each thing with a state. */
export type StateTable<State extends string> = { readonly [from in State]: readonly State[] };

/** The new state when the table allows the step; else a 409 that names both states, with what to do instead. */
export function nextState<State extends string>(noun: string, table: StateTable<State>, from: State, to: State, remedy?: Sentence): State {
  if (!table[from].includes(to)) {
    throw new DomainError('invalid_state', {
      message: say`The ${noun} is ${from}; it cannot become ${to}.`,
      remedy,
      details: { from, to },
    });
  }
  return to;
}

/** The states that may become `to`: for a conditional update, which checks and makes the transition in one statement. */
export function statesBefore<State extends string>(table: StateTable<State>, to: State): State[] {
  return (Object.keys(table) as State[]).filter((from) => table[from].includes(to));
}
