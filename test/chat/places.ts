import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTemporarySchema } from '../postgres.ts'
import type { StorePlace } from './open-store.ts'

/** A place for a store of its own, until its last user leaves. */
export interface TemporaryPlace extends AsyncDisposable {
  place: StorePlace
}

export function createSqlitePlace(): TemporaryPlace {
  const directory = mkdtempSync(join(tmpdir(), 'chat-store-'))
  return {
    place: { type: 'sqlite', path: join(directory, 'chat.db') },
    async [Symbol.asyncDispose]() {
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

export function createPostgresPlace(url: string): TemporaryPlace {
  const { schema, drop } = createTemporarySchema(url)
  return { place: { type: 'postgres', url, schema }, [Symbol.asyncDispose]: drop }
}
