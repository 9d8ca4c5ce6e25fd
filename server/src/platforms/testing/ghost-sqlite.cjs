// Loaded before Ghost, which uses better-sqlite3: the same interface over Node's own SQLite, so that nothing is compiled.
const { Module } = require('node:module');
const { DatabaseSync } = require('node:sqlite');

/** The names that better-sqlite3 gives to SQLite's primary codes (sqlite.org/rescode.html). */
const NAMES = { 1: 'SQLITE_ERROR', 5: 'SQLITE_BUSY', 19: 'SQLITE_CONSTRAINT', 20: 'SQLITE_MISMATCH', 25: 'SQLITE_RANGE' };

function named(work) {
  try {
    return work();
  } catch (error) {
    if (error.errcode) error.code = NAMES[error.errcode % 256] ?? 'SQLITE_ERROR';
    throw error;
  }
}

const listOf = (bindings = []) => [bindings].flat().map((value) => value ?? null);

class Statement {
  constructor(statement) {
    this.statement = statement;
    this.reader = statement.columns().length > 0;
  }

  all(bindings) {
    return named(() => this.statement.all(...listOf(bindings)).map((row) => ({ ...row })));
  }

  run(bindings) {
    return named(() => this.statement.run(...listOf(bindings)));
  }
}

class Database {
  constructor(file) {
    this.database = new DatabaseSync(file);
  }

  prepare(sql) {
    return named(() => new Statement(this.database.prepare(sql)));
  }

  pragma(text) {
    return this.database.prepare(`PRAGMA ${text}`).all();
  }

  close() {
    this.database.close();
  }
}

const load = Module._load;
Module._load = (request, ...rest) => (request === 'better-sqlite3' ? Database : load(request, ...rest));
