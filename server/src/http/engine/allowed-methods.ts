import type { HttpServer } from './http-server.ts';

/**
 * Records the methods of every path, since Fastify answers 404 when a path exists under another method. Call it
 * before the first route; the result is for the not-found handler.
 */
export function rememberMethods(app: HttpServer): (path: string) => string[] {
  const routes: { pattern: RegExp; methods: string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    // The console's catch-all would claim every path.
    if (!url.startsWith('/api/')) return;
    routes.push({ pattern: toPattern(url), methods: [method].flat() });
  });
  return (path) => {
    const found = routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods);
    return [...new Set(found)].sort();
  };
}

function toPattern(url: string): RegExp {
  const parts = url.split('/').map((part) => (part.startsWith(':') ? '[^/]+' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  return new RegExp(`^${parts.join('/')}$`);
}
