/** Follows the update of a stream: stores the events, or returns why the stream was not updated. */
const storeEvents = (problem: string) => `
    if not found then
      select s.head, ${problem}
      from sweatpants.streams s where s.kind = of_kind and s.id = of_id into place, outcome;
      if not found then outcome := 'gone'; end if;
      return;
    end if;
    insert into sweatpants.records (stream, lsn, event)
    select to_stream, place - added + item.position, item.value::text
    from json_array_elements(new_events) with ordinality as item (value, position);`

/** The functions of the first migration: each write of a store is a call of one of them. */
export const FUNCTIONS = `
  -- Questions that are open already stay as they are. Returns the names that those which are opened are addressed to.
  create function sweatpants.open_questions(of_kind text, of_id text, opens json) returns text[] language plpgsql as $$
  declare
    item json;
    opened record;
    names text[] := '{}';
  begin
    for item in select value from json_array_elements(opens) loop
      insert into sweatpants.questions as q (
        stream, key, kind, id, principal, quorum, opened_at, expires_at, deliver_at, recipients, answered_by, body
      )
      select
        s.number, item->>'key', s.kind, s.id, s.principal, (item->>'quorum')::bigint, sweatpants.now(), (item->>'expiresAt')::double precision,
        case when (item->>'isOutgoing')::boolean then 0 end,
        array(select json_array_elements_text(item->'to')), array(select json_array_elements_text(item->'answeredBy')),
        item->>'body'
      from sweatpants.streams s where s.kind = of_kind and s.id = of_id
      on conflict do nothing returning q.number, q.recipients into opened;
      if found then
        insert into sweatpants.recipients (name, question) select distinct unnest(opened.recipients), opened.number;
        names := names || opened.recipients;
      end if;
    end loop;
    return names;
  end $$;

  -- Returns the names that the questions were addressed to.
  create function sweatpants.close_questions(of_stream bigint, keys text[]) returns text[] language plpgsql as $$
  declare
    closed record;
    names text[] := '{}';
  begin
    for closed in
      delete from sweatpants.questions q where q.stream = of_stream and q.key = any (keys) returning q.number, q.recipients
    loop
      delete from sweatpants.recipients r where r.question = closed.number;
      names := names || closed.recipients;
    end loop;
    return names;
  end $$;

  -- The last answer of its quorum closes a question.
  create function sweatpants.answer_question(of_stream bigint, of_key text, of_name text, closes boolean) returns text[]
  language plpgsql as $$
  declare
    answered record;
  begin
    update sweatpants.questions q set answered_by = q.answered_by || of_name
    where q.stream = of_stream and q.key = of_key
    returning closes or cardinality(q.answered_by) >= q.quorum as is_last, q.recipients into answered;
    if answered.is_last then return sweatpants.close_questions(of_stream, array[of_key]); end if;
    return answered.recipients;
  end $$;

  create function sweatpants.create_stream(
    of_kind text, new_id text, of_principal text, new_about text, new_register text, new_events json,
    new_due double precision, new_expiry double precision, of_node text,
    under_kind text, under_id text, under_fence bigint, opens json default null, run json default null,
    out outcome text, out place bigint, out new_fence bigint
  ) language plpgsql as $$
  declare
    owner_number bigint;
    created bigint;
  begin
    if under_id is not null then
      -- Shared: a node that takes the owner over waits until this run is committed, and then finds it.
      select s.number from sweatpants.streams s
      where s.kind = under_kind and s.id = under_id and (under_fence is null or s.fence = under_fence)
      for share into owner_number;
      if not found then outcome := 'fenced'; return; end if;
      new_fence := under_fence;
    end if;
    if under_fence is null and of_node is not null then
      new_fence := nextval('sweatpants.fences');
    end if;
    place := json_array_length(new_events);
    insert into sweatpants.streams as s (
      kind, id, principal, created_at, updated_at, head, about, register, due_at, expires_at, node, fence, owner
    )
    select of_kind, new_id, of_principal, clock.now, clock.now, place, new_about, new_register, new_due, new_expiry,
      of_node, new_fence, owner_number
    from sweatpants.now() as clock (now)
    on conflict do nothing
    returning s.number into created;
    if created is null then outcome := 'exists'; return; end if;
    insert into sweatpants.records (stream, lsn, event)
    select created, item.position, item.value::text
    from json_array_elements(new_events) with ordinality as item (value, position);
    if opens is not null then perform sweatpants.open_questions(of_kind, new_id, opens); end if;
    if run is not null then
      insert into sweatpants.runs (
        stream, kind, id, owner_kind, owner_id, tool, version, principal, state, started_at, changed_at, detail
      )
      values (created, of_kind, new_id, under_kind, under_id, run->>'tool', run->>'version', run->>'principal', run->>'state',
        (run->>'startedAt')::double precision, sweatpants.now(), run->>'detail');
    end if;
    outcome := 'created';
  end $$;

  create function sweatpants.open_stream(
    of_kind text, of_id text, with_fence bigint,
    out outcome text, out principal text, out created_at double precision, out updated_at double precision, out head bigint,
    out about text, out register text, out is_driven boolean, out last_write bigint, out events text
  ) language plpgsql as $$
  declare
    last bigint;
  begin
    if with_fence is not null then
      select s.fence from sweatpants.streams s where s.kind = of_kind and s.id = of_id into last;
      -- A driver that opens its stream again locks and writes nothing.
      if last is distinct from with_fence then
        update sweatpants.streams s set fence = with_fence
        where s.kind = of_kind and s.id = of_id and coalesce(s.fence, 0) <= with_fence;
        if not found and exists (select from sweatpants.streams s where s.kind = of_kind and s.id = of_id) then
          outcome := 'fenced';
          return;
        end if;
      end if;
    end if;
    -- One statement, so that the records are those of the row.
    select 'opened', h.principal, h.created_at, h.updated_at, h.head, h.about, h.register, h.is_driven, h.last_write,
      (select string_agg(r.event, ',' order by r.lsn) from sweatpants.records r where r.stream = h.number)
    from sweatpants.headers h where h.kind = of_kind and h.id = of_id
    into outcome, principal, created_at, updated_at, head, about, register, is_driven, last_write, events;
  end $$;

  create function sweatpants.append(
    of_kind text, of_id text, new_events json, at_head bigint, of_command text, with_fence bigint, of_write bigint,
    new_about text, new_register text, due_changes boolean, new_due double precision, new_expiry double precision,
    releases boolean, is_quiet boolean, opens json default null, closes text[] default null,
    answer_to text default null, answer_by text default null, answer_closes boolean default false,
    run json default null,
    out outcome text, out place bigint, out names text[]
  ) language plpgsql as $$
  declare
    to_stream bigint;
    added bigint := json_array_length(new_events);
  begin
    if of_command is not null or answer_to is not null then
      -- Locked before the search, which then sees the same command, or an earlier answer, of a transaction that this one waited for.
      select s.number from sweatpants.streams s where s.kind = of_kind and s.id = of_id for no key update into to_stream;
    end if;
    if of_command is not null then
      select c.lsn from sweatpants.commands c where c.stream = to_stream and c.command_id = of_command into place;
      if found then outcome := 'repeated'; return; end if;
    end if;
    update sweatpants.streams s set
      head = s.head + added,
      about = coalesce(new_about, s.about),
      register = coalesce(new_register, s.register),
      updated_at = case when not is_quiet and (added > 0 or new_about is not null) then sweatpants.now() else s.updated_at end,
      due_at = case when due_changes then new_due else s.due_at end,
      expires_at = coalesce(new_expiry, s.expires_at),
      node = case when releases then null else s.node end,
      last_write = coalesce(of_write, s.last_write)
    where s.kind = of_kind and s.id = of_id
      and (with_fence is null or s.fence = with_fence) and (of_write is null or s.last_write < of_write)
      and (at_head is null or s.head = at_head)
      and (answer_to is null or exists (
        select from sweatpants.questions q
        where q.stream = s.number and q.key = answer_to and not answer_by = any (q.answered_by)
      ))
    returning s.number, s.head into to_stream, place;${storeEvents(`case
        when s.fence is distinct from coalesce(with_fence, s.fence) then 'fenced'
        when s.last_write >= of_write then 'repeated'
        when s.head <> at_head then 'moved'
        else 'closed' end`)}
    if of_command is not null then
      insert into sweatpants.commands (stream, command_id, lsn) values (to_stream, of_command, place);
    end if;
    if answer_to is not null then names := sweatpants.answer_question(to_stream, answer_to, answer_by, answer_closes); end if;
    if closes is not null then names := names || sweatpants.close_questions(to_stream, closes); end if;
    if opens is not null then names := names || sweatpants.open_questions(of_kind, of_id, opens); end if;
    if run is not null then
      update sweatpants.runs r set
        changed_at = case when r.state = run->>'state' then r.changed_at else sweatpants.now() end,
        state = run->>'state', detail = run->>'detail'
      where r.stream = to_stream;
    end if;
    outcome := 'appended';
  end $$;

  -- The append of a journal entry, which is the most frequent write, without what it does not need.
  create function sweatpants.append_quietly(
    of_kind text, of_id text, new_events json, with_fence bigint, of_write bigint, new_register text,
    out outcome text, out place bigint
  ) language plpgsql as $$
  declare
    to_stream bigint;
    added bigint := json_array_length(new_events);
  begin
    update sweatpants.streams s set
      head = s.head + added, register = coalesce(new_register, s.register), last_write = coalesce(of_write, s.last_write)
    where s.kind = of_kind and s.id = of_id
      and (with_fence is null or s.fence = with_fence) and (of_write is null or s.last_write < of_write)
    returning s.number, s.head into to_stream, place;${storeEvents("case when s.fence is distinct from coalesce(with_fence, s.fence) then 'fenced' else 'repeated' end")}
    outcome := 'appended';
  end $$;

  -- Makes each due again, so that it is delivered also if the node that claims it dies. Skips what another node claims.
  create function sweatpants.claim_questions(most bigint, pauses double precision[]) returns setof sweatpants.questions
  language plpgsql as $$
  begin
    return query
    with due as (
      select q.number from sweatpants.questions q where q.deliver_at <= sweatpants.now()
      order by q.deliver_at limit most for update skip locked
    )
    update sweatpants.questions q
    set tries = q.tries + 1, deliver_at = sweatpants.now() + pauses[least(q.tries + 1, cardinality(pauses))]
    from due d where q.number = d.number returning q.*;
  end $$;

  -- Deletes the runs under streams that were deleted.
  create function sweatpants.forget_runs(gone bigint[], out kinds text[], out ids text[]) language plpgsql as $$
  declare
    runs bigint[];
  begin
    with deleted as (delete from sweatpants.streams s where s.owner = any (gone) returning s.number, s.kind, s.id)
    select array_agg(d.number), array_agg(d.kind), array_agg(d.id) from deleted d into runs, kinds, ids;
    perform sweatpants.forget(runs);
  end $$;

  -- kinds and ids name all that was deleted.
  create function sweatpants.delete_stream(
    of_kind text, of_id text, with_fence bigint, with_runs boolean,
    out outcome text, out kinds text[], out ids text[]
  ) language plpgsql as $$
  declare
    stream record;
  begin
    select s.number, s.fence from sweatpants.streams s where s.kind = of_kind and s.id = of_id for update into stream;
    if not found then outcome := 'gone'; return; end if;
    if with_fence is not null and with_fence is distinct from stream.fence then outcome := 'fenced'; return; end if;
    delete from sweatpants.streams s where s.kind = of_kind and s.id = of_id;
    perform sweatpants.forget(array[stream.number]);
    if with_runs then
      select f.kinds, f.ids from sweatpants.forget_runs(array[stream.number]) f into kinds, ids;
    end if;
    outcome := 'deleted';
    kinds := kinds || of_kind;
    ids := ids || of_id;
  end $$;

  -- Skips what another node is collecting.
  create function sweatpants.collect_streams(most bigint, out total bigint, out kinds text[], out ids text[])
  language plpgsql as $$
  declare
    gone bigint[];
    runs record;
  begin
    with expired as (
      select s.kind, s.id from sweatpants.streams s where s.expires_at <= sweatpants.now()
      order by s.expires_at limit most for update skip locked
    ), deleted as (
      delete from sweatpants.streams s using expired e where s.kind = e.kind and s.id = e.id returning s.number, s.kind, s.id
    )
    select array_agg(d.number), array_agg(d.kind), array_agg(d.id) from deleted d into gone, kinds, ids;
    total := coalesce(cardinality(gone), 0);
    if total = 0 then return; end if;
    perform sweatpants.forget(gone);
    select f.kinds, f.ids from sweatpants.forget_runs(gone) f into runs;
    kinds := kinds || runs.kinds;
    ids := ids || runs.ids;
  end $$;
  `
