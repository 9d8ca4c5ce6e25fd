import type { Plugin } from 'vite';

const GENERATED = /\/src\/gql\/graphql\.ts$/;
const DOCUMENT = 'virtual:document/';
/** As emitted by the compiler: the class, and the constants built from it. */
const CLASS = /^export class (\w+) [\s\S]*?^\}$/m;
const CONSTANT = /^export const (\w+) = (\/\*[^*]*\*\/ ?new \w+\(`[^`]*`[^;`]*\));$/gm;

/** One module per document of the generated file, which re-exports them: a page loads only its own queries. */
export function splitDocuments(): Plugin {
  const modules = new Map<string, string>();
  return {
    name: 'countersign:split-documents',
    apply: 'build',
    transform: {
      filter: { id: GENERATED },
      handler(code) {
        const base = CLASS.exec(code);
        if (!base) throw new Error('The generated documents are not of a class of their own any more.');
        const handOn = (name: string, source: string): string => {
          modules.set(name, source);
          return `export { ${name} } from '${DOCUMENT}${name}';`;
        };
        const [text, className = ''] = base;
        const rest = code
          .replace(text, () => handOn(className, text))
          .replace(CONSTANT, (_all, name: string, made: string) =>
            handOn(name, `import { ${className} } from '${DOCUMENT}${className}';\nexport const ${name} = ${made};`),
          );
        return { code: rest, map: null };
      },
    },
    resolveId: (id) => (id.startsWith(DOCUMENT) ? { id: `\0${id}`, moduleSideEffects: false } : null),
    load: (id) => (id.startsWith(`\0${DOCUMENT}`) ? (modules.get(id.slice(DOCUMENT.length + 1)) ?? null) : null),
  };
}
