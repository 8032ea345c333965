import type { ReplyPart } from '@sweatpants/framework/models'
import { readDraft } from '../answers/read-draft.ts'
import type { Happening } from '../session/event.ts'

/** Milliseconds between two writes of one seat. */
const INTERVAL = 1_000

export interface DraftOptions {
  round: number
  agentId: string
  record: (happening: Happening) => Promise<void>
}

/** Writes what a seat has said so far to the log, at most once a second, so that people see it as it comes. */
export class Draft {
  readonly #options: DraftOptions
  #text = ''
  #written = ''
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(options: DraftOptions) {
    this.#options = options
  }

  get hasBegun(): boolean {
    return this.#text !== ''
  }

  add(part: ReplyPart): void {
    if (part.type !== 'text') return
    this.#text += part.text
    this.#timer ??= setTimeout(() => this.#write(), INTERVAL)
  }

  /** Resolves once nothing more is written. */
  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#writing
  }

  #write(): void {
    this.#timer = undefined
    const text = readDraft(this.#text)
    if (text === undefined || text === this.#written) return
    const { record, round, agentId } = this.#options
    const from = countShared(this.#written, text)
    this.#written = text
    // The run itself meets an error of the store with its next write.
    this.#writing = record({ type: 'seat_draft', round, agentId, from, text: text.slice(from) }).catch(() => {})
  }
}

/** The number of characters that two texts begin with in common. */
function countShared(one: string, other: string): number {
  let count = 0
  while (count < one.length && one[count] === other[count]) count++
  return count
}
