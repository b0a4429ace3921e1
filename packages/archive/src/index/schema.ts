/** To be raised whenever what is kept, or how it is found out, changes: an index of another version is made anew. */
export const INDEX_VERSION = 5

/**
 * A cache of what stands in the transcripts: whoever deletes it loses nothing but time.
 *
 * `files` says how far each file was counted and its words were taken. `api_messages` and `tool_calls` have each thing once over all
 * copies; who has a thing first keeps it: a file that is not marked as a copy, and among those the one that ended first. `usage` and
 * `tool_usage` are their sums, in quarters of an hour because some time zones are that far apart.
 */
export const SCHEMA = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE files (
  id INTEGER PRIMARY KEY, root TEXT NOT NULL, path TEXT NOT NULL, session TEXT, agent TEXT,
  ino INTEGER NOT NULL, size INTEGER NOT NULL, mtime REAL NOT NULL,
  counted_to INTEGER NOT NULL DEFAULT 0, worded_to INTEGER NOT NULL DEFAULT 0,
  facts TEXT NOT NULL DEFAULT '{}', counts TEXT NOT NULL DEFAULT '{}', lines INTEGER, damaged INTEGER,
  UNIQUE (root, path)
);
CREATE INDEX files_by_session ON files (session);
CREATE TABLE api_messages (
  key TEXT PRIMARY KEY, file INTEGER NOT NULL, copied INTEGER NOT NULL, ended TEXT NOT NULL, at INTEGER NOT NULL, model TEXT NOT NULL,
  input INTEGER, output INTEGER, write5m INTEGER, write1h INTEGER, read INTEGER, searches INTEGER, usd REAL, tools TEXT
) WITHOUT ROWID;
CREATE INDEX api_messages_by_file ON api_messages (file);
CREATE TABLE tool_calls (
  id TEXT PRIMARY KEY, file INTEGER NOT NULL, copied INTEGER NOT NULL, ended TEXT NOT NULL, at INTEGER NOT NULL, tool TEXT NOT NULL,
  failed INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX tool_calls_by_file ON tool_calls (file);
CREATE TABLE usage (
  file INTEGER, quarter INTEGER, model TEXT, messages INTEGER, input INTEGER, output INTEGER, write5m INTEGER, write1h INTEGER,
  read INTEGER, searches INTEGER, usd REAL, unpriced INTEGER, PRIMARY KEY (file, quarter, model)
) WITHOUT ROWID;
CREATE TABLE tool_usage (
  file INTEGER, quarter INTEGER, tool TEXT, calls INTEGER, errors INTEGER, messages INTEGER, input INTEGER, output INTEGER,
  write5m INTEGER, write1h INTEGER, read INTEGER, searches INTEGER, usd REAL, unpriced INTEGER, PRIMARY KEY (file, quarter, tool)
) WITHOUT ROWID;
CREATE TABLE dirty (file INTEGER PRIMARY KEY);
CREATE TRIGGER api_messages_moved AFTER UPDATE OF file ON api_messages WHEN old.file <> new.file
  BEGIN INSERT INTO dirty SELECT old.file WHERE old.file NOT IN dirty; END;
CREATE TRIGGER tool_calls_moved AFTER UPDATE OF file ON tool_calls WHEN old.file <> new.file
  BEGIN INSERT INTO dirty SELECT old.file WHERE old.file NOT IN dirty; END;
CREATE TRIGGER tool_calls_failed AFTER UPDATE OF failed ON tool_calls
  BEGIN INSERT INTO dirty SELECT new.file WHERE new.file NOT IN dirty; END;
CREATE TABLE forks (file INTEGER PRIMARY KEY, origin TEXT NOT NULL, message TEXT NOT NULL);
CREATE TABLE names (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE lines (
  id INTEGER PRIMARY KEY, file INTEGER NOT NULL, offset INTEGER NOT NULL, length INTEGER NOT NULL, at INTEGER NOT NULL
);
CREATE VIRTUAL TABLE words USING fts5(text, facts, content='', contentless_delete=1, tokenize='unicode61');
CREATE VIRTUAL TABLE terms USING fts5vocab(words, 'row');
CREATE TABLE vocabulary (id INTEGER PRIMARY KEY CHECK (id = 1), covered_to INTEGER NOT NULL, terms TEXT NOT NULL);
INSERT INTO words (words, rank) VALUES ('hashsize', 67108864);
`
