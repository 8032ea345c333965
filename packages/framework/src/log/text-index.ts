import type { MaybePromise } from '../tools/maybe-promise.ts'
import { type Log, type Store, type StreamRef, UnreadableError } from './log.ts'
import { hasWords, toWords } from './words.ts'

/** A text that can be searched for, under a key that is unique in its stream. */
export interface StreamText {
  key: string
  text: string
  /** Milliseconds since the epoch. */
  time: number
}

export interface FoundText extends StreamText {
  /** The stream. */
  id: string
}

/**
 * The texts of streams, for a full-text search. They are derived from the records and kept with the place that they were derived at,
 * like snapshots: a search first brings those up to date that are behind, so a process that dies leaves nothing wrong.
 */
export interface TextIndex {
  /** Returns the ids of a principal's streams, or of those without one, that have grown since their texts were kept. */
  behind(kind: string, principal: string | undefined): MaybePromise<string[]>
  /** Replaces the texts of a stream. Does nothing if texts of a later place are kept, or if the stream is gone. */
  keep(ref: StreamRef, lsn: number, texts: readonly StreamText[]): MaybePromise<void>
  /** Returns the texts in which each of the words begins a word, the latest first. The words are those of `toWords`. */
  find(kind: string, principal: string | undefined, words: readonly string[], limit: number): MaybePromise<FoundText[]>
}

export interface Searchable {
  store: Pick<Store, 'texts'>
  log: Log<unknown>
  kind: string
  /** Resolves to the texts of a stream, at the place of its last record. */
  read(id: string): Promise<{ lsn: number; texts: readonly StreamText[] }>
  /** Told of each stream that cannot be read, and is left out. */
  onError?: (error: Error) => void
}

type ReadTexts = (id: string) => Promise<Awaited<ReturnType<Searchable['read']>> | undefined>

/** More words than this are ignored. */
const MAX_WORDS = 16

/** Characters of a text that are searched. */
const MAX_TEXT = 100_000

/**
 * Resolves to the texts of a principal's streams that have all words of the query, the latest first. Reads all streams of the
 * principal if the store has no index.
 */
export async function searchTexts(
  { store, log, kind, read, onError }: Searchable,
  principal: string | undefined,
  query: string,
  limit: number,
): Promise<FoundText[]> {
  const words = [...new Set(toWords(query))].slice(0, MAX_WORDS)
  if (words.length === 0) return []
  const readClipped: ReadTexts = async (id) => {
    try {
      const { lsn, texts } = await read(id)
      return { lsn, texts: texts.map((text) => ({ ...text, text: text.text.slice(0, MAX_TEXT).toWellFormed() })) }
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error
      onError?.(error)
      return undefined
    }
  }
  if (store.texts === undefined) return scan(log, readClipped, principal, words, limit)
  for (const id of await store.texts.behind(kind, principal)) {
    const found = await readClipped(id)
    if (found !== undefined) await store.texts.keep({ kind, id }, found.lsn, found.texts)
  }
  return store.texts.find(kind, principal, words, limit)
}

async function scan(
  log: Log<unknown>,
  read: ReadTexts,
  principal: string | undefined,
  words: readonly string[],
  limit: number,
): Promise<FoundText[]> {
  let found: FoundText[] = []
  for (const { id, updatedAt } of await log.list(principal)) {
    // The streams that follow have changed before the texts that are found.
    if (found.length === limit && found.at(-1)!.time > updatedAt) break
    const { texts = [] } = (await read(id)) ?? {}
    const hits = texts.filter(({ text }) => hasWords(text, words)).map((text) => ({ id, ...text }))
    found = [...found, ...hits].sort((a, b) => b.time - a.time).slice(0, limit)
  }
  return found
}
