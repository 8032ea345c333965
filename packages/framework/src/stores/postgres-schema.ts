import { FUNCTIONS } from './postgres-functions.ts'

/**
 * Each brings a schema from the version that is its index to the next. Append only: databases of every version exist. In a
 * string, so that a bundle contains it. `sweatpants.` stands for the name of the store's schema.
 *
 * A write is one call of a function: one round trip, one transaction, and each statement in it sees what was committed
 * while an earlier one waited for a row. JSON is kept as text: jsonb refuses \u0000 and reorders keys. There are no foreign
 * keys, which cost a lookup for each row; the function that deletes a stream deletes what belongs to it.
 */
export const MIGRATIONS: readonly string[] = [
  `
  create table sweatpants.streams (
    number bigint generated always as identity,
    kind text not null,
    id text not null,
    principal text,
    created_at double precision not null,
    updated_at double precision not null,
    head bigint not null,
    about text not null,
    register text,
    due_at double precision,
    expires_at double precision,
    node text,
    fence bigint,
    -- The number of the last write of its drivers.
    last_write bigint not null default 0,
    -- The number of the stream that this run was created under.
    owner bigint,
    primary key (kind, id)
    -- Room for the next version of a row on its page: an append that changes no indexed column then updates no index.
  ) with (fillfactor = 70);
  -- Without updated_at, which every append changes. Not by kind first: without statistics it looks as good as the primary key.
  create index streams_by_principal on sweatpants.streams (principal, kind);
  create index streams_by_due on sweatpants.streams (due_at) where due_at is not null;
  create index streams_by_expiry on sweatpants.streams (expires_at) where expires_at is not null;
  create index streams_by_owner on sweatpants.streams (owner) where owner is not null;

  create table sweatpants.records (
    stream bigint not null,
    lsn bigint not null,
    event text not null,
    primary key (stream, lsn)
  );
  create table sweatpants.commands (
    stream bigint not null,
    command_id text not null,
    lsn bigint not null,
    primary key (stream, command_id)
  );
  create table sweatpants.snapshots (
    stream bigint primary key,
    lsn bigint not null,
    state text not null
  );
  -- Open questions.
  create table sweatpants.questions (
    number bigint generated always as identity primary key,
    stream bigint not null,
    key text not null,
    -- Those of the stream, which are not found by its number.
    kind text not null,
    id text not null,
    principal text,
    quorum bigint not null,
    opened_at double precision not null,
    expires_at double precision,
    -- When its delivery is due; null when it waits in no outbox.
    deliver_at double precision,
    tries bigint not null default 0,
    recipients text[] not null,
    answered_by text[] not null default '{}',
    body text not null,
    unique (stream, key)
  );
  create index questions_by_delivery on sweatpants.questions (deliver_at) where deliver_at is not null;
  create table sweatpants.recipients (
    name text not null,
    question bigint not null,
    primary key (name, question)
  );
  create index recipients_by_question on sweatpants.recipients (question);
  -- The streams that are listed as runs. A table of its own: most appends change a stream and not how its run is listed.
  create table sweatpants.runs (
    stream bigint primary key,
    kind text not null,
    id text not null,
    owner_kind text,
    owner_id text,
    tool text not null,
    version text,
    principal text,
    state text not null,
    started_at double precision not null,
    changed_at double precision not null,
    detail text
  );
  create index runs_by_change on sweatpants.runs (changed_at, stream);
  create index runs_by_state on sweatpants.runs (state, changed_at, stream);
  create index runs_by_tool on sweatpants.runs (tool, changed_at, stream);
  create index runs_by_principal on sweatpants.runs (principal, changed_at, stream);
  create index runs_by_id on sweatpants.runs (id, changed_at);
  create index runs_that_are_open on sweatpants.runs (principal, kind) where state in ('running', 'waiting', 'blocked');
  create table sweatpants.nodes (
    node text primary key,
    alive_until double precision not null,
    ttl double precision not null
  );
  -- One counter for all streams: the fence of a deleted stream is never given to its successor.
  create sequence sweatpants.fences;

  -- Milliseconds since the epoch. Stable, so that an index can be searched with it.
  create function sweatpants.now() returns double precision stable language plpgsql as $$
  begin
    return date_part('epoch', clock_timestamp()) * 1000;
  end $$;

  -- The header rows. A lease that is further ahead than its ttl has lapsed: the clock of the server was set back.
  create view sweatpants.headers as
  select s.*, s.node is not null and exists (
    select from sweatpants.nodes n
    where n.node = s.node and n.alive_until > sweatpants.now() and n.alive_until <= sweatpants.now() + n.ttl
  ) as is_driven
  from sweatpants.streams s;
  ${FUNCTIONS}`,
  `
  -- The texts of streams, for a full-text search. Kind, id and principal are those of the stream, which is not found by its number.
  create table sweatpants.texts (
    stream bigint not null,
    key text not null,
    kind text not null,
    id text not null,
    principal text,
    time double precision not null,
    text text not null,
    words tsvector not null,
    primary key (stream, key)
  );
  create index texts_by_words on sweatpants.texts using gin (words);
  -- The place at which the texts of a stream were read.
  create table sweatpants.indexed (stream bigint primary key, lsn bigint not null);

  create function sweatpants.keep_texts(of_kind text, of_id text, at_lsn bigint, new_texts json) returns void
  language plpgsql as $$
  declare
    of_stream record;
  begin
    -- Locks the row, so that no text is stored for a stream that is being deleted.
    select s.number, s.principal from sweatpants.streams s where s.kind = of_kind and s.id = of_id for key share into of_stream;
    if not found then return; end if;
    insert into sweatpants.indexed as i (stream, lsn) values (of_stream.number, at_lsn)
    on conflict (stream) do update set lsn = excluded.lsn where i.lsn < excluded.lsn;
    if not found then return; end if;
    delete from sweatpants.texts t where t.stream = of_stream.number
      and t.key not in (select item->>'key' from json_array_elements(new_texts) as given (item));
    insert into sweatpants.texts as t (stream, key, kind, id, principal, time, text, words)
    select of_stream.number, item->>'key', of_kind, of_id, of_stream.principal, (item->>'time')::double precision, item->>'text',
      array_to_tsvector(array(select json_array_elements_text(item->'words')))
    from json_array_elements(new_texts) as given (item)
    on conflict (stream, key) do update set time = excluded.time, text = excluded.text, words = excluded.words
    where t.text <> excluded.text;
  end $$;

  -- Deletes what belongs to streams that were deleted. Schemas of version 1 have an earlier one.
  create or replace function sweatpants.forget(gone bigint[]) returns void language plpgsql as $$
  begin
    delete from sweatpants.records r where r.stream = any (gone);
    delete from sweatpants.commands c where c.stream = any (gone);
    delete from sweatpants.snapshots p where p.stream = any (gone);
    delete from sweatpants.runs r where r.stream = any (gone);
    delete from sweatpants.texts t where t.stream = any (gone);
    delete from sweatpants.indexed i where i.stream = any (gone);
    with closed as (delete from sweatpants.questions q where q.stream = any (gone) returning q.number)
    delete from sweatpants.recipients r using closed c where r.question = c.number;
  end $$;
  `,
]
