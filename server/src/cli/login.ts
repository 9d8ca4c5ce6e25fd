import { rm } from 'node:fs/promises';
import { type AloneCommand, optionalText, textOf } from './command.ts';
import { logIn, logOut } from './log-in.ts';
import { readSecretFile } from './secret-files.ts';

const server = { value: 'URL', isRequired: true, help: 'where the console is, such as https://posts.example.org' };

const login: AloneCommand = {
  noun: 'login',
  verb: '',
  help: 'gets a token with which a program of your own reads what you may read; you allow it in your browser, and it goes into a file',
  flags: {
    server,
    'token-file': { value: 'FILE', isRequired: true, help: 'a new file for the token, readable by you only' },
    name: { value: 'NAME', help: 'what the program is called, as people will see it; cs when left out' },
  },
  async runAlone(_env, flags) {
    // Otherwise Ctrl-C would leave an empty file behind, which the next attempt refuses.
    const interrupted = new AbortController();
    const end = () => interrupted.abort();
    process.once('SIGINT', end).once('SIGTERM', end);
    try {
      return await logIn({
        server: textOf(flags, 'server'),
        name: optionalText(flags, 'name') ?? 'cs',
        tokenFile: textOf(flags, 'token-file'),
        async tell(sentence) {
          process.stderr.write(sentence);
        },
        signal: interrupted.signal,
      });
    } finally {
      process.off('SIGINT', end).off('SIGTERM', end);
    }
  },
};

const logout: AloneCommand = {
  noun: 'logout',
  verb: '',
  help: 'gives a token back, so that it opens nothing any more, and removes its file',
  flags: { server, 'token-file': { value: 'FILE', isRequired: true, help: 'as login wrote it' } },
  async runAlone(_env, flags) {
    const tokenFile = textOf(flags, 'token-file');
    await logOut(textOf(flags, 'server'), await readSecretFile(tokenFile, 'token-file'));
    await rm(tokenFile);
    return { token_file: tokenFile, state: 'revoked' };
  },
};

export const LOGIN_COMMANDS: AloneCommand[] = [login, logout];
