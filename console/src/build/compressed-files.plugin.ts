import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const WORTH_IT_BYTES = 1_024;

/** Writes a brotli and a gzip copy of each text file, at maximum compression: the server only picks one. */
export function compressedFiles(): Plugin {
  return {
    name: 'countersign:compressed-files',
    apply: 'build',
    writeBundle: {
      // The last, when all files are written.
      order: 'post',
      sequential: true,
      handler: async ({ dir = '' }) => {
        const files = (await readdir(dir, { recursive: true })).filter((file) => /\.(js|css|html|svg)$/.test(file));
        await Promise.all(files.map((file) => compress(join(dir, file))));
      },
    },
  };
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < WORTH_IT_BYTES) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
}
