import { open } from 'node:fs/promises';
import { DomainError } from '../errors.ts';
import { say } from '../languages/sentence.ts';
import type { StoredMedia } from './rendition.entity.ts';

const EDGE_BYTES = 1_048_576;
/** A4, in points, if the size of the first page is compressed. */
const A4 = { width: 595, height: 842 };

/**
 * Checks a PDF without rendering it: that it is complete (ISO 32000-2, 7.5.5: it ends with `%%EOF`) and not
 * encrypted; returns the size of its first page. Throws `media_unreadable`.
 */
export async function readDocument(path: string, size: number): Promise<Pick<StoredMedia, 'mimeType' | 'width' | 'height'>> {
  const file = await open(path);
  try {
    const read = async (from: number): Promise<string> => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(EDGE_BYTES), 0, EDGE_BYTES, from);
      return buffer.toString('latin1', 0, bytesRead);
    };
    const tail = await read(Math.max(0, size - EDGE_BYTES));
    if (!tail.trimEnd().endsWith('%%EOF')) throw unreadable(say`It is damaged.`);
    if (/\/Encrypt\s+\d+ \d+ R/.test(tail)) throw unreadable(say`It is encrypted.`);
    return { mimeType: 'application/pdf', ...(pageSize(await read(0)) ?? A4) };
  } finally {
    await file.close();
  }
}

/** ISO 32000-2, 7.7.3: `/MediaBox [left bottom right top]`, in points. */
function pageSize(text: string): { width: number; height: number } | null {
  const [, left, bottom, right, top] = (/\/MediaBox\s*\[\s*(-?[\d.]+)\s+(-?[\d.]+)\s+([\d.]+)\s+([\d.]+)\s*\]/.exec(text) ?? []).map(
    Number,
  );
  const width = Math.round((right ?? 0) - (left ?? 0));
  const height = Math.round((top ?? 0) - (bottom ?? 0));
  return width > 0 && height > 0 ? { width, height } : null;
}

function unreadable(why: ReturnType<typeof say>): DomainError {
  return new DomainError('media_unreadable', { message: say`This file is not a supported document. ${why}` });
}
