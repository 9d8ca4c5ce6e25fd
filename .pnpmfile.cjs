// Packages that nothing here uses: a compiler for the types of a package, and locks of uploads in Redis.
const UNUSED = {
  'nostr-tools': ['typescript'],
  '@tus/server': ['@redis/client', 'ioredis'],
  '@tus/file-store': ['@redis/client', 'ioredis'],
};

module.exports = {
  hooks: {
    readPackage(manifest) {
      for (const name of UNUSED[manifest.name] ?? [])
        for (const kind of ['dependencies', 'optionalDependencies', 'peerDependencies', 'peerDependenciesMeta'])
          delete manifest[kind]?.[name];
      return manifest;
    },
  },
};
