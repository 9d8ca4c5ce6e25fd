/** Ends work that makes no progress, however long the whole of it takes. */
export interface SilenceLimit {
  /** Aborted once there was no progress for too long. */
  signal: AbortSignal;
  /** Begins the time again. */
  progress(): void;
  /** Ends the watch. */
  stop(): void;
}

/** Without any progress, `silentMs` is the total time. `mostMs`: the most that all of it may take. */
export function limitSilence(silentMs: number, mostMs?: number): SilenceLimit {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(new DOMException('There was no progress.', 'TimeoutError')), silentMs);
  timer.unref();
  const signal = mostMs === undefined ? silence.signal : AbortSignal.any([silence.signal, AbortSignal.timeout(mostMs)]);
  return { signal, progress: () => void (silence.signal.aborted || timer.refresh()), stop: () => clearTimeout(timer) };
}
