import pg from 'pg'

/** Reads how many bytes the rows of a schema are, as they are stored, without indexes. */
export async function readSchemaSize(url: string, schema: string): Promise<number> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables where schemaname = $1`,
    [schema],
  )
  let bytes = 0
  for (const { name } of tables) {
    const { rows } = await client.query<{ bytes: string | null }>(
      `select sum(pg_column_size(t.*)) as bytes from ${name} t`,
    )
    bytes += Number(rows[0]!.bytes ?? 0)
  }
  await client.end()
  return bytes
}
