import { JournalConflictError } from '../../tools/errors.ts'
import { type Entry, emptyProgress, type Header, type Journal, type Progress } from '../../tools/journal.ts'
import type { Json } from '../../tools/json.ts'
import type { LiveRunOptions } from '../../tools/live-run.ts'
import type { RunStore } from '../../tools/run-store.ts'
import { type Taken, toKey } from './task-peer.ts'

/** An answer that was acknowledged, to a question that was open then. */
export interface KeptAnswer {
  /** What the question was published under. */
  key: string
  id: string
  at: string
  attempt: number
  answer: unknown
  time: number
}

/** What is in an inbox. It stays there when it was heard. */
export interface Left {
  answers: KeptAnswer[]
  isCancelled: boolean
}

/**
 * What was said to a task at a node that does not drive it, for the one that does: a journal of its own beside the task's,
 * to which nodes append by compare-and-set. It is small: a question is answered once, and a task cancelled once.
 */
export class TaskInbox {
  readonly #store: RunStore
  readonly #id: string
  readonly #journal: Journal

  constructor(store: RunStore, taskId: string) {
    this.#store = store
    this.#id = `${taskId}/inbox`
    this.#journal = store.journal(this.#id)
  }

  async read(): Promise<Left> {
    const entries = (await this.#journal.read())?.entries ?? []
    return {
      answers: entries.flatMap((entry) => (entry.type === 'value' ? toAnswer(entry) : [])),
      isCancelled: entries.some(({ type }) => type === 'halted'),
    }
  }

  /** Comes when they are kept. */
  async answer(taken: readonly Taken[], keptFor: number): Promise<void> {
    await this.#append(taken.map(toEntry), keptFor)
  }

  async cancel(keptFor: number): Promise<void> {
    await this.#append([{ type: 'halted', at: '', reason: 'cancelled', time: Date.now() }], keptFor)
  }

  async #append(entries: readonly Entry[], keptFor: number): Promise<void> {
    for (;;) {
      const recording = await this.#journal.read()
      const known = new Set(recording?.entries.map(nameOf))
      const added = entries.filter((entry) => !known.has(nameOf(entry)))
      if (added.length === 0) return
      const isNew = recording === undefined
      // The record first: a journal without one would never be collected.
      if (isNew) await this.#store.put(this.#id, { expiresAt: Date.now() + keptFor, data: {} })
      try {
        const write = { ...(isNew && { header: this.#header() }), entries: added, progress: emptyProgress() }
        return await this.#journal.append(recording?.revision ?? 0, write)
      } catch (error) {
        if (!(error instanceof JournalConflictError)) throw error
      }
    }
  }

  #header(): Header {
    const can = { elicitation: false, sampling: false, roots: false, tasks: false }
    return { format: 1, tool: 'tasks/update', runId: this.#id, seed: '', can, params: '', startedAt: Date.now() }
  }
}

const nameOf = (entry: Entry): string => (entry.type === 'halted' ? '' : entry.key)

const toEntry = ({ question, answer }: Taken): Entry => ({
  type: 'value',
  kind: 'answer',
  key: toKey(question),
  at: question.at,
  digest: '',
  time: Date.now(),
  // It came in a request, as JSON.
  value: { id: question.id, attempt: question.attempt, answer: answer as Json },
})

function toAnswer({ key, at, time, value }: Extract<Entry, { type: 'value' }>): KeptAnswer {
  // As `toEntry` has made it.
  const { id, attempt, answer } = value as { id: string; attempt: number; answer: Json }
  return { key, at, time, id, attempt, answer }
}

/** Those that a run has not refused, for one that goes on from its journal. What it has recorded it does not take again. */
export const toReceived = (
  answers: readonly KeptAnswer[],
  refused: Progress['refused'] = {},
): NonNullable<LiveRunOptions['received']> =>
  answers
    .filter(({ at, attempt }) => (refused[at]?.count ?? 0) < attempt)
    .map(({ id, answer, time }) => ({ answers: { [id]: answer }, at: time }))
