import type { Log, Store } from '../log/log.ts'
import type { States } from '../log/states.ts'
import { type StreamText, searchTexts } from '../log/text-index.ts'
import { toExcerpt, toWords } from '../log/words.ts'
import { toText } from '../tools/message.ts'
import { readAbout } from './about.ts'
import type { FoundMessage } from './client/search.ts'
import type { Patch } from './patch.ts'
import { type ChatState, everyMessage } from './state.ts'

export interface FindMessagesOptions {
  store: Pick<Store, 'texts'>
  log: Log<Patch>
  states: States<ChatState, Patch>
  /** Told of each session that cannot be read, and is left out. */
  onError: (error: Error) => void
}

/** Resolves to the messages of a principal's sessions that have all words of the query, the latest first. */
export async function findMessages(
  { store, log, states, onError }: FindMessagesOptions,
  principal: string | undefined,
  query: string,
  limit: number,
): Promise<FoundMessage[]> {
  const read = async (id: string) => {
    const state = await states.load(id)
    return { lsn: state.lsn, texts: textsOf(state) }
  }
  const searched = { store, log: log as Log<unknown>, kind: 'chat', read, onError }
  const found = await searchTexts(searched, principal, query, limit)
  const titles = new Map<string, string>()
  for (const { id } of found) if (!titles.has(id)) titles.set(id, readAbout((await log.get(id))?.about).title)
  const words = toWords(query)
  return found.map(({ id, key, text, time }) => ({
    sessionId: id,
    title: titles.get(id)!,
    messageId: key,
    timestamp: time,
    excerpt: toExcerpt(text, words),
  }))
}

/** The texts of all branches. One that still streams is found once it is complete. */
const textsOf = (state: ChatState): StreamText[] =>
  everyMessage(state)
    .filter(({ status }) => status !== 'streaming')
    .map(({ messageId, content, timestamp }) => ({ key: messageId, text: toText(content), time: timestamp }))
    .filter(({ text }) => text !== '')
