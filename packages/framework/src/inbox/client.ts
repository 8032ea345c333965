import { Backoff } from '../log/client/backoff.ts'
import { RefusedError } from '../log/client/client-errors.ts'
import { Patience } from '../log/client/patience.ts'
import { type RequestOptions, Requests } from '../log/client/requests.ts'
import { ServerEventParser } from '../log/client/server-events.ts'
import { Visibility } from '../log/client/visibility.ts'
import { systemClock } from '../tools/clock.ts'
import type { ElicitAnswer } from '../tools/elicit.ts'
import { toJson } from '../tools/to-json.ts'
import { mintId } from '../tools/uuid.ts'
import type { InboxQuestion } from './question.ts'

/** What a page shows of an inbox. It is a new object if and only if something has changed. */
export interface InboxSnapshot {
  /** The newest first; `undefined` until the server has sent them. */
  questions: readonly InboxQuestion[] | undefined
  /** Whether there are more than these. */
  hasMore: boolean
  /** Why the server refused the connection. */
  refusal: RefusedError | undefined
}

interface Page {
  questions: InboxQuestion[]
  next?: string
}

export interface InboxClient {
  /** Follows the inbox as long as there is a listener. Returns a function that stops it. */
  subscribe(listener: () => void): () => void
  getSnapshot(): InboxSnapshot
  /** Shows the next page below those that are shown. Rejects if the server cannot be reached. */
  more(): Promise<void>
  /** Answers a question as it was shown. Rejects with a `RefusedError` when it is closed or has changed. */
  answer(question: InboxQuestion, answer: ElicitAnswer): Promise<void>
}

/** Creates a client of the inbox of a server, for a page. */
export function createInboxClient(options: RequestOptions = {}): InboxClient {
  const requests = new Requests('/api/inbox', () => options, systemClock)
  const listeners = new Set<() => void>()
  let snapshot: InboxSnapshot = { questions: undefined, hasMore: false, refusal: undefined }
  let stop = new AbortController()
  /** The first page, which the server sends whenever it changes, and how many pages are shown. */
  let first: Page | undefined
  let pages = 1
  /** The newest reading of the pages: an earlier one that ends later is not shown. */
  let newest = 0

  function show(next: Partial<InboxSnapshot>): void {
    snapshot = { ...snapshot, ...next }
    for (const listener of listeners) listener()
  }

  /** Reads the pages below the first one again, because questions move from page to page, and shows all of them. */
  async function showPages(): Promise<void> {
    if (first === undefined) return
    const reading = ++newest
    const questions = [...first.questions]
    let { next } = first
    for (let page = 2; page <= pages && next !== undefined; page++) {
      // A page of `listQuestions`.
      const read = (await requests.json('GET', `?after=${next}`, stop.signal)) as Page
      questions.push(...read.questions)
      next = read.next
    }
    if (reading === newest) show({ questions, hasMore: next !== undefined, refusal: undefined })
  }

  /** Reads events until the connection ends. */
  async function read(signal: AbortSignal, onEvent: () => void): Promise<void> {
    const patience = new Patience(systemClock, signal)
    try {
      const reader = (await requests.stream('/events', patience.signal, {})).getReader()
      const parser = new ServerEventParser()
      for (;;) {
        const { done, value } = await reader.read()
        if (done || signal.aborted) return
        patience.heard()
        onEvent()
        const last = parser.push(value).at(-1)
        if (last === undefined) continue
        // A page of `listQuestions`.
        first = JSON.parse(last.data) as Page
        await showPages()
      }
    } finally {
      patience.end()
    }
  }

  async function follow({ signal }: AbortController): Promise<void> {
    const backoff = new Backoff(systemClock, Math.random)
    while (!signal.aborted) {
      try {
        await read(signal, () => backoff.reset())
      } catch (error) {
        if (error instanceof RefusedError && !signal.aborted) return show({ refusal: error })
      }
      await backoff.wait(signal)
    }
  }

  const start = (): void => {
    stop.abort()
    stop = new AbortController()
    if (!visibility.isHidden) void follow(stop)
  }
  /** A hidden page keeps no connection, of which a browser has few. */
  const visibility = new Visibility({
    page: globalThis.document as Document | undefined,
    clock: systemClock,
    onHidden: () => stop.abort(),
    onSeen: start,
  })

  return {
    subscribe(listener) {
      listeners.add(listener)
      if (listeners.size === 1) {
        visibility.watch()
        start()
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        visibility.stop()
        stop.abort()
      }
    },
    getSnapshot: () => snapshot,
    async more() {
      pages++
      await showPages()
    },
    async answer({ id, key, digest }, answer) {
      const body = JSON.stringify({ answer: toJson(answer, `the answer to "${key}"`), digest, commandId: mintId() })
      await requests.json('POST', `/${id}/answers`, new AbortController().signal, body)
      show({ questions: snapshot.questions?.filter((question) => question.id !== id) })
    },
  }
}
