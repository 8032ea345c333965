import type { QuestionChanges } from '../../log/questions.ts'
import { keysOf, toIndexChange } from './question-index.ts'
import type { TaskPeer } from './task-peer.ts'
import type { TaskEvent, TaskRegister } from './task-state.ts'

/** Characters of questions that the register takes. */
const MAX_OPEN = 4_096

/** How the open questions of a task are stored: in its register, or in a record where they are too large for it, and in the index. */
export class TaskQuestions {
  readonly #peer: Pick<TaskPeer, 'open' | 'indexed'>
  /** The keys of the questions that are open in the store. */
  #indexed: readonly string[]
  /** Characters of the open questions. */
  #size = 0
  /** The command whose record has them. */
  #at: string | undefined
  #records = 0
  #isCurrent = true

  constructor(peer: Pick<TaskPeer, 'open' | 'indexed'>, indexed: readonly string[]) {
    this.#peer = peer
    this.#indexed = indexed
  }

  /** Whether the register says all of them, or names a record that does. */
  get isCurrent(): boolean {
    return this.#isCurrent
  }

  /** Called when a question was opened or closed. */
  changed(): void {
    this.#size = JSON.stringify(Object.fromEntries(this.#peer.open)).length
    this.#isCurrent = this.#size <= MAX_OPEN
  }

  /** Returns the record that is written where they are too large for the register. */
  takeRecord(fence: number): { events: TaskEvent[]; commandId?: string } {
    if (this.#size <= MAX_OPEN) return { events: [] }
    this.#at = `questions/${fence}.${++this.#records}`
    this.#isCurrent = true
    return { events: [{ type: 'questions', open: Object.fromEntries(this.#peer.open) }], commandId: this.#at }
  }

  /** Returns what has to change in the index. The write that it goes with says so too. */
  takeChanges(isEnded: boolean): { questions?: QuestionChanges } {
    const open = isEnded ? [] : [...this.#peer.indexed.values()]
    const change = toIndexChange(this.#indexed, open)
    this.#indexed = keysOf(open)
    return change
  }

  get register(): Pick<TaskRegister, 'open' | 'openAt'> {
    if (this.#size <= MAX_OPEN) return { open: Object.fromEntries(this.#peer.open) }
    return this.#at === undefined ? {} : { openAt: this.#at }
  }
}
