/**
 * Each brings a file from the version that is its index to the next. Append only: files of every version exist.
 *
 * A run names its owner by number. A run is newer than its owner and SQLite gives a new row the largest number plus one, so
 * no other stream gets the number of a deleted owner that has runs. There are no foreign keys, which cost a lookup for each
 * row; a trigger deletes what belongs to a deleted stream.
 */
export const MIGRATIONS: readonly string[] = [
  `
  create table streams (
    number integer primary key,
    kind text not null,
    id text not null,
    principal text,
    created_at real not null,
    updated_at real not null,
    head integer not null,
    about text not null,
    register text,
    due_at real,
    expires_at real,
    node text,
    fence integer,
    last_write integer not null default 0,
    -- The number of the stream that this run was created under.
    owner integer,
    unique (kind, id)
  ) strict;
  create index streams_by_principal on streams (kind, principal, updated_at);
  create index streams_by_due on streams (due_at) where due_at is not null;
  create index streams_by_expiry on streams (expires_at) where expires_at is not null;
  create index streams_by_owner on streams (owner) where owner is not null;

  -- With rowids: the records that many streams append at once are then on the same few pages.
  create table records (
    stream integer not null,
    lsn integer not null,
    event text not null,
    primary key (stream, lsn)
  ) strict;
  create table commands (
    stream integer not null,
    command_id text not null,
    lsn integer not null,
    primary key (stream, command_id)
  ) strict, without rowid;
  create table snapshots (
    stream integer primary key,
    lsn integer not null,
    state text not null
  ) strict;
  -- Open questions. Their numbers are never used again, so that a place in a list stays where it is.
  create table questions (
    number integer primary key autoincrement,
    stream integer not null,
    key text not null,
    quorum integer not null,
    opened_at real not null,
    expires_at real,
    -- When its delivery is due; null when it waits in no outbox.
    deliver_at real,
    tries integer not null default 0,
    -- Arrays of names.
    recipients text not null,
    answered_by text not null default '[]',
    body text not null,
    unique (stream, key)
  ) strict;
  create index questions_by_delivery on questions (deliver_at) where deliver_at is not null;
  create table recipients (
    name text not null,
    question integer not null,
    primary key (name, question)
  ) strict, without rowid;
  create index recipients_by_question on recipients (question);
  create trigger delete_question after delete on questions begin
    delete from recipients where question = old.number;
  end;

  -- The streams that are listed as runs. A table of its own: most appends change a stream and not how its run is listed.
  create table runs (
    stream integer primary key,
    kind text not null,
    id text not null,
    owner_kind text,
    owner_id text,
    tool text not null,
    version text,
    principal text,
    state text not null,
    started_at real not null,
    changed_at real not null,
    detail text
  ) strict;
  create index runs_by_change on runs (changed_at);
  create index runs_by_state on runs (state, changed_at);
  create index runs_by_tool on runs (tool, changed_at);
  create index runs_by_principal on runs (principal, changed_at);
  create index runs_by_id on runs (id, changed_at);
  -- A query uses it only if it has the same condition.
  create index runs_that_are_open on runs (kind, principal) where state in ('running', 'waiting', 'blocked');
  create trigger delete_stream after delete on streams begin
    delete from records where stream = old.number;
    delete from commands where stream = old.number;
    delete from snapshots where stream = old.number;
    delete from questions where stream = old.number;
    delete from runs where stream = old.number;
  end;

  -- Timed by the monotonic clock of the machine.
  create table nodes (
    node text primary key,
    alive_until real not null,
    ttl real not null
  ) strict, without rowid;
  -- One counter for all streams: the fence of a deleted stream is never given to its successor.
  create table fences (last integer not null) strict;
  insert into fences values (0);
  `,
  `
  -- The texts of streams, for a full-text search, and the place at which those of a stream were read.
  create table texts (
    number integer primary key,
    stream integer not null,
    key text not null,
    time real not null,
    text text not null,
    unique (stream, key)
  ) strict;
  create table indexed (stream integer primary key, lsn integer not null) strict;
  create virtual table words using fts5(text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0');
  create trigger delete_text after delete on texts begin
    delete from words where rowid = old.number;
  end;
  create trigger delete_texts after delete on streams begin
    delete from texts where stream = old.number;
    delete from indexed where stream = old.number;
  end;
  `,
]
