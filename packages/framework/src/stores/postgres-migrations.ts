import type { ClientBase, Pool } from 'pg'
import { SweatpantsError } from '../tools/errors.ts'
import { MIGRATION_TIMEOUT } from './postgres-database.ts'
import { MIGRATIONS } from './postgres-schema.ts'

/** Creates the schema where it is missing, and migrates it to the current version. Nodes that start at once wait for one of them. */
export async function migrate(pool: Pool, schema: string): Promise<void> {
  const client = await pool.connect()
  try {
    const version = await versionOf(client, schema)
    if (version !== MIGRATIONS.length) await migrateFrom(client, schema)
    client.release()
  } catch (error) {
    // Closed, which undoes the transaction also where the connection is broken.
    client.release(true)
    throw error
  }
}

async function migrateFrom(client: ClientBase, schema: string): Promise<void> {
  const name = client.escapeIdentifier(schema)
  const literal = client.escapeLiteral(schema)
  await client.query('begin')
  // Other nodes wait for this transaction, also if its node is suspended meanwhile.
  await client.query(`set local idle_in_transaction_session_timeout = ${MIGRATION_TIMEOUT}`)
  await client.query(`select pg_advisory_xact_lock(hashtextextended('sweatpants ' || ${literal}, 0))`)
  // Read again: another node may have migrated while this one waited.
  const version = await versionOf(client, schema)
  if (version > MIGRATIONS.length) {
    throw new SweatpantsError(
      `schema ${schema} has version ${version}, and this release knows versions up to ${MIGRATIONS.length}; use a newer release`,
    )
  }
  if (version === 0) {
    await client.query(`create schema if not exists ${name}; create table ${name}.migrations (version bigint not null)`)
    await client.query(`insert into ${name}.migrations values (0)`)
  }
  for (const text of MIGRATIONS.slice(version)) await client.query(text.replaceAll('sweatpants.', `${name}.`))
  await client.query(`update ${name}.migrations set version = ${MIGRATIONS.length}`)
  await client.query('commit')
}

/** 0 before the first migration. */
async function versionOf(client: ClientBase, schema: string): Promise<number> {
  // Not to_regclass, which may answer from a cache that is older than the lock.
  const text = `select from pg_catalog.pg_tables where schemaname = $1 and tablename = 'migrations'`
  const { rowCount } = await client.query(text, [schema])
  if (rowCount === 0) return 0
  const { rows } = await client.query(`select version from ${client.escapeIdentifier(schema)}.migrations`)
  return rows[0].version
}
