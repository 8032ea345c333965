/**
 * Each brings a schema from the version that is its index to the next; `schema` is quoted.
 * Append only: databases of every version exist.
 *
 * A write is one call of a function: one round trip, one transaction, and each statement in it sees what was committed
 * while an earlier one waited for a row. JSON is kept as text: `jsonb` would refuse `\u0000` and reorder keys. There are
 * no foreign keys, which cost a lookup for each row; what deletes the owner of rows deletes the rows after it.
 */
export const MIGRATIONS: readonly ((schema: string) => string)[] = [
  (schema) => `
  create table ${schema}.journals (
    number bigint generated always as identity,
    run_id text primary key,
    revision bigint not null,
    header text not null,
    progress text not null,
    length bigint not null
  );
  create table ${schema}.entries (
    journal bigint not null,
    position bigint not null,
    entry text not null,
    primary key (journal, position)
  );
  create table ${schema}.records (
    run_id text primary key,
    expires_at double precision not null,
    data text not null
  );
  create index records_by_expiry on ${schema}.records (expires_at);

  create function ${schema}.write_journal(
    of_run text, at_revision bigint, new_header text, new_entries json, new_progress text, out found_revision bigint
  ) language plpgsql as $$
  declare
    added bigint := json_array_length(new_entries);
    written bigint;
    kept bigint := 0;
  begin
    if at_revision = 0 then
      insert into ${schema}.journals as j (run_id, revision, header, progress, length)
      values (of_run, 1, new_header, new_progress, added)
      on conflict do nothing
      returning j.number into written;
    else
      update ${schema}.journals j set
        revision = j.revision + 1,
        header = coalesce(new_header, j.header),
        progress = new_progress,
        length = added + case when new_header is null then j.length else 0 end
      where j.run_id = of_run and j.revision = at_revision
      returning j.number, j.length - added into written, kept;
    end if;
    if written is null then
      found_revision := coalesce((select j.revision from ${schema}.journals j where j.run_id = of_run), 0);
      return;
    end if;
    found_revision := at_revision;
    if at_revision > 0 and new_header is not null then
      delete from ${schema}.entries e where e.journal = written;
    end if;
    insert into ${schema}.entries (journal, position, entry)
    select written, kept + item.position, item.value::text
    from json_array_elements(new_entries) with ordinality as item (value, position);
  end $$;

  create function ${schema}.delete_runs(run_ids text[]) returns void language plpgsql as $$
  declare
    gone bigint[];
  begin
    delete from ${schema}.records r where r.run_id = any (run_ids);
    with deleted as (delete from ${schema}.journals j where j.run_id = any (run_ids) returning j.number)
    select array_agg(deleted.number) from deleted into gone;
    delete from ${schema}.entries e where e.journal = any (gone);
  end $$;

  create function ${schema}.collect_runs(until double precision) returns bigint language plpgsql as $$
  declare
    expired text[] := array(
      select r.run_id from ${schema}.records r where r.expires_at <= until order by r.run_id for update skip locked
    );
  begin
    perform ${schema}.delete_runs(expired);
    return cardinality(expired);
  end $$;

  create table ${schema}.sessions (
    number bigint generated always as identity,
    kind text not null,
    session_id text not null,
    principal text,
    created_at double precision not null,
    updated_at double precision not null,
    head bigint not null,
    about text not null,
    due_at double precision,
    node text,
    fence bigint,
    primary key (kind, session_id)
  ) with (fillfactor = 70);
  -- Not by kind first: without statistics it would be taken for as good as the primary key.
  create index sessions_by_principal on ${schema}.sessions (principal, kind);
  create index sessions_by_due on ${schema}.sessions (kind, due_at) where due_at is not null;
  create table ${schema}.events (
    session bigint not null,
    lsn bigint not null,
    event text not null,
    primary key (session, lsn)
  );
  create table ${schema}.commands (
    session bigint not null,
    command_id text not null,
    lsn bigint not null,
    primary key (session, command_id)
  );
  create table ${schema}.snapshots (
    session bigint primary key,
    lsn bigint not null,
    state text not null
  );
  create table ${schema}.nodes (
    kind text not null,
    node text not null,
    alive_until double precision not null,
    primary key (kind, node)
  );
  -- For all sessions together: the fence of a deleted one is not taken for that of its successor.
  create sequence ${schema}.fences;

  -- Stable, so that an index can be searched with it: one time for each place in a statement.
  create function ${schema}.now() returns double precision stable language plpgsql as $$
  begin
    return date_part('epoch', clock_timestamp()) * 1000;
  end $$;

  create function ${schema}.create_session(
    of_kind text, new_session text, of_principal text, new_about text, new_events json
  ) returns bigint language plpgsql as $$
  declare
    created bigint;
    new_head bigint := json_array_length(new_events);
  begin
    insert into ${schema}.sessions as s (kind, session_id, principal, created_at, updated_at, head, about)
    select of_kind, new_session, of_principal, clock.now, clock.now, new_head, new_about
    from ${schema}.now() as clock (now)
    on conflict do nothing
    returning s.number into created;
    if created is null then return null; end if;
    insert into ${schema}.events (session, lsn, event)
    select created, item.position, item.value::text
    from json_array_elements(new_events) with ordinality as item (value, position);
    return new_head;
  end $$;

  create function ${schema}.append(
    of_kind text, to_session text, new_events json, at_head bigint, of_command text, with_fence bigint,
    due_changes boolean, new_due double precision, new_about text,
    out outcome text, out place bigint
  ) language plpgsql as $$
  declare
    session record;
    added bigint := json_array_length(new_events);
  begin
    select s.number, s.head, s.fence from ${schema}.sessions s
    where s.kind = of_kind and s.session_id = to_session
    for no key update into session;
    if not found then
      outcome := 'gone';
      return;
    end if;
    if of_command is not null then
      select c.lsn from ${schema}.commands c where c.session = session.number and c.command_id = of_command into place;
      if found then
        outcome := 'repeated';
        return;
      end if;
    end if;
    if with_fence is not null and with_fence is distinct from session.fence then
      outcome := 'fenced';
      return;
    end if;
    if at_head <> session.head then
      outcome := 'moved';
      place := session.head;
      return;
    end if;
    outcome := 'appended';
    place := session.head + added;
    insert into ${schema}.events (session, lsn, event)
    select session.number, session.head + item.position, item.value::text
    from json_array_elements(new_events) with ordinality as item (value, position);
    if of_command is not null then
      insert into ${schema}.commands (session, command_id, lsn) values (session.number, of_command, place);
    end if;
    update ${schema}.sessions s set
      head = place,
      updated_at = case when added > 0 or new_about is not null then ${schema}.now() else s.updated_at end,
      due_at = case when due_changes then new_due else s.due_at end,
      about = coalesce(new_about, s.about)
    where s.number = session.number and s.kind = of_kind and s.session_id = to_session;
  end $$;

  create function ${schema}.delete_session(of_kind text, old_session text) returns void language plpgsql as $$
  declare
    gone bigint;
  begin
    delete from ${schema}.sessions s where s.kind = of_kind and s.session_id = old_session returning s.number into gone;
    delete from ${schema}.events e where e.session = gone;
    delete from ${schema}.commands c where c.session = gone;
    delete from ${schema}.snapshots p where p.session = gone;
  end $$;
  `,
  (schema) => `
  alter table ${schema}.records add column owner text, add column owned_until double precision;
  `,
]
