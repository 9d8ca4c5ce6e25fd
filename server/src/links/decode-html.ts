import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import sniffEncoding from 'html-encoding-sniffer';

/** The text of a page in the character set that the server or the page itself names (HTML Standard, encoding sniffing). */
export function decodeHtml(bytes: Buffer, contentType: string): string {
  const [, label] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType) ?? [];
  // Undeclared encodings are mostly UTF-8 today; a truncated page may end inside a character.
  const whole = bytes.subarray(0, bytes.lastIndexOf('>') + 1);
  const encoding = sniffEncoding(bytes, {
    ...(label && { transportLayerEncodingLabel: label }),
    defaultEncoding: isUtf8(whole) ? 'UTF-8' : 'windows-1252',
  });
  return decoderOf(encoding).decode(bytes);
}

function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch {
    // Node.js lacks three names of the standard, "replacement" among them.
    return new TextDecoder('windows-1252');
  }
}
