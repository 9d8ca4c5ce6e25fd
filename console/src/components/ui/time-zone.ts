import { createContext, useContext } from 'react';

/** The open workspace's zone; the shell sets it. */
export const TimeZone = createContext('UTC');

export function useTimeZone(): string {
  return useContext(TimeZone);
}
