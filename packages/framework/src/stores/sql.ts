import { andThen, type MaybePromise } from '../tools/maybe-promise.ts'

export type SqlValue = string | number | null

/** A database as the statements see it that SQLite and Postgres have in common. */
export interface Sql {
  /** What a table is named after, with a dot between. */
  readonly schema: string
  /** The table of streams, with the column `is_driven`: whether a live node drives the stream. */
  readonly headers: string
  /** The table of open questions, with the kind, the id and the principal of their streams. */
  readonly questions: string
  /** Returns a statement in which `?` stands for a value. */
  prepare<Row>(text: string): (...values: readonly SqlValue[]) => MaybePromise<Row[]>
  /** Returns a string as the database can store it, and back. */
  toText(value: string): string
  fromText(text: string): string
  /** Reads a column of names. */
  toNames(value: unknown): string[]
}

/** A limit that no list reaches. */
export const ALL = Number.MAX_SAFE_INTEGER

/**
 * Prepares a statement about what a principal owns, or what has no owner, of one kind. `toStatement` gets the condition, and names
 * the kind before it. There are two statements because no index of Postgres serves "is not distinct from".
 */
export function prepareOwned<Row>({ prepare, toText }: Sql, toStatement: (isOwned: string) => string) {
  const owned = prepare<Row>(toStatement('principal = ?'))
  const unowned = prepare<Row>(toStatement('principal is null'))
  return (kind: string, principal: string | undefined, ...others: readonly SqlValue[]): MaybePromise<Row[]> =>
    principal === undefined ? unowned(toText(kind), ...others) : owned(toText(kind), toText(principal), ...others)
}

/** Prepares the statement for streams that have grown since their texts were kept, on the table `indexed`. */
export function prepareBehind(sql: Sql) {
  const { schema, fromText } = sql
  const behind = prepareOwned<{ id: string }>(
    sql,
    (isOwned) =>
      `select id from ${schema}.streams left join ${schema}.indexed on stream = number
       where kind = ? and ${isOwned} and coalesce(lsn, 0) < head`,
  )
  return (kind: string, principal: string | undefined) =>
    andThen(behind(kind, principal), (rows) => rows.map(({ id }) => fromText(id)))
}
