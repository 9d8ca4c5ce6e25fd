import { language } from '../language.ts';
import type { ApiError } from './api-error.ts';
import { readAnswer, unreachable } from './post-json.ts';

interface Options {
  /** From 0 to 1, as far as the bytes have left. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/**
 * Uploads a file to our own origin; resolves with the parsed body or rejects with an ApiError. fetch() reports no
 * progress.
 */
export function postFile<T>(path: string, file: Blob, { onProgress, signal }: Options): Promise<T> {
  return new Promise((resolve, reject: (error: ApiError | DOMException) => void) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('Accept-Language', language);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      try {
        resolve(readAnswer<T>(path, request.responseText, request.status));
      } catch (error) {
        reject(error as ApiError);
      }
    };
    request.onerror = () => reject(unreachable());
    request.onabort = () => reject(new DOMException('The upload was taken back.', 'AbortError'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}
