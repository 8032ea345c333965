import pg from 'pg'

/** What happened in the database, in one order for all nodes; `process` is who did it. */
export type Trace = { process: string; sessionId: string } /** A fence was given out. */ & (
  | { type: 'acquired'; fence: number }
  | { type: 'released' }
  /** `first` to `last` were appended: by whoever drives, with its fence, or for a command. */
  | { type: 'appended'; fence: number | null; commandId: string | null; first: number; last: number }
  /** An append was refused, because its fence was not the last. */
  | { type: 'fenced'; fence: number }
  /** The outcome of a step is in the journal. */
  | { type: 'recorded'; step: string }
  /** A step ran. */
  | { type: 'ran'; step: string }
)

/** Sessions that somebody still has to drive, and journals that somebody may still need. */
export interface Left {
  due: string[]
  journals: string[]
}

const APPEND =
  'text, text, json, bigint, text, bigint, boolean, double precision, text, text, double precision, boolean'

/**
 * Lets the database itself write down who drives and who writes. The store knows nothing of it: its function `append` is
 * called by one that looks at what came of it while the session is still locked.
 */
const toTrailSql = (schema: string): string => `
  create table ${schema}.trail (
    number bigint generated always as identity primary key,
    process text not null default current_setting('application_name'),
    session_id text not null,
    trace json not null
  );

  create function ${schema}.trace_lease() returns trigger language plpgsql as $$
  begin
    insert into ${schema}.trail (session_id, trace) values (new.session_id, case
      when new.fence is distinct from old.fence then json_build_object('type', 'acquired', 'fence', new.fence)
      else json_build_object('type', 'released')
    end);
    return null;
  end $$;
  create trigger trace_lease after update of node on ${schema}.sessions
    for each row when (new.kind = 'chat' and (old.node is distinct from new.node or old.fence is distinct from new.fence)) execute function ${schema}.trace_lease();

  create function ${schema}.trace_step() returns trigger language plpgsql as $$
  begin
    insert into ${schema}.trail (session_id, trace)
    select split_part(j.session_id, '/', 2),
      json_build_object('type', 'recorded', 'step', j.session_id || '/' || (new.event::json ->> 'at'))
    from ${schema}.sessions j where j.number = new.session;
    return null;
  end $$;
  create trigger trace_step after insert on ${schema}.events
    for each row when (new.event::json ->> 'kind' = 'step' and new.event::json ->> 'type' = 'value')
    execute function ${schema}.trace_step();

  alter function ${schema}.append(${APPEND}) rename to append_untraced;
  create function ${schema}.append(${APPEND}, out outcome text, out place bigint) language plpgsql as $$
  begin
    select done.outcome, done.place from ${schema}.append_untraced($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) as done
    into outcome, place;
    if $1 <> 'chat' then return; end if;
    if outcome = 'appended' then
      insert into ${schema}.trail (session_id, trace) values ($2, json_build_object(
        'type', 'appended', 'fence', $6, 'commandId', $5, 'first', place - json_array_length($3) + 1, 'last', place));
    elsif outcome = 'fenced' then
      insert into ${schema}.trail (session_id, trace) values ($2, json_build_object('type', 'fenced', 'fence', $6));
    end if;
  end $$;
`

/** A connection to a schema in which all that counts is written down. */
export class Trail {
  readonly #pool: pg.Pool
  readonly #schema: string

  constructor(url: string, schema: string) {
    this.#pool = new pg.Pool({ connectionString: url, max: 2 })
    this.#schema = pg.escapeIdentifier(schema)
  }

  /** From now on; the tables must be there. */
  async begin(): Promise<void> {
    await this.#pool.query(toTrailSql(this.#schema))
  }

  /** For a step to say that it ran. */
  async ran(sessionId: string, step: string): Promise<void> {
    const text = `insert into ${this.#schema}.trail (session_id, trace) values ($1, $2)`
    await this.#pool.query({ name: 'ran', text, values: [sessionId, JSON.stringify({ type: 'ran', step })] })
  }

  async read(): Promise<Trace[]> {
    const { rows } = await this.#pool.query(
      `select process, session_id, trace from ${this.#schema}.trail order by number`,
    )
    return rows.map(({ process, session_id, trace }) => ({ ...trace, process, sessionId: session_id }))
  }

  async left(): Promise<Left> {
    const { rows } = await this.#pool.query(
      `select array(select session_id from ${this.#schema}.sessions where due_at is not null) as due,
              array(select session_id from ${this.#schema}.sessions where kind = 'run') as journals`,
    )
    return rows[0]
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }
}
