import type { LogEntry } from '../../log/log.ts'
import type { Driven } from '../../log/machine.ts'
import type { QuestionChanges } from '../../log/questions.ts'
import { type RunChange, toChange } from '../../log/run-index.ts'
import { type RunEvent, type RunRegister, toRecording, toRunEvents } from '../../log/run-journal.ts'
import { Drained, hasStart, withoutStarts } from '../../tools/drain.ts'
import {
  copyProgress,
  ENTRY_TYPES,
  type Journal,
  type JournalWrite,
  type Progress,
  type Recording,
} from '../../tools/journal.ts'

const RUN_EVENTS: ReadonlySet<string> = new Set([...ENTRY_TYPES, 'progress'])

/** Returns the recording in a stream that holds other events beside those of its run; `undefined` before the run has begun. */
export function readRecording(
  register: Partial<RunRegister>,
  events: readonly LogEntry<{ type: string }>[],
): Recording | undefined {
  if (register.header === undefined) return undefined
  // The types above are those of run events.
  return toRecording(register, events.filter(({ event }) => RUN_EVENTS.has(event.type)) as LogEntry<RunEvent>[])
}

/** What is written in the same append as the run. */
interface Composed {
  register: { [key: string]: unknown }
  questions?: QuestionChanges
  /** Called once the write is stored. */
  onStored?: () => void
}

/** Returns what is written in the same append as the run, which has this register. */
type Compose = (register: RunRegister) => Composed

/** The journal of a run whose stream also holds what the run was told: a task, a kept call. */
export class StreamJournal implements Journal {
  readonly #recording: Recording | undefined
  readonly #driven: Pick<Driven<unknown, RunEvent>, 'write' | 'leaving'>
  readonly #compose: Compose
  #after: number
  #register: RunRegister | undefined
  #progress: Progress | undefined

  constructor(
    driven: Pick<Driven<unknown, RunEvent>, 'write' | 'leaving'>,
    recording: Recording | undefined,
    register: Partial<RunRegister>,
    compose: Compose,
  ) {
    this.#driven = driven
    this.#recording = recording
    this.#progress = recording?.progress
    this.#register = recording && (register as RunRegister)
    this.#after = register.after ?? 0
    this.#compose = compose
  }

  /** The open effects of the run; `undefined` before it has begun. */
  get progress(): Progress | undefined {
    return this.#progress
  }

  /** How lists show the run. */
  get run(): RunChange {
    return this.#progress === undefined ? { state: 'running' } : toChange(this.#progress)
  }

  /** The state of the run that is not in its entries; `undefined` before it has begun. */
  get register(): RunRegister | undefined {
    return this.#register
  }

  read(): Recording | undefined {
    return this.#recording
  }

  async append(revision: number, given: JournalWrite): Promise<void> {
    const write = this.#driven.leaving.aborted ? withoutStarts(given) : given
    // A run that is started over: an empty write tells where its first attempt ends.
    if (write.header !== undefined && this.#register !== undefined)
      this.#after = await this.#driven.write({ events: [] })
    this.#progress = copyProgress(write.progress)
    const { events, progress } = toRunEvents({ ...write, progress: this.#progress })
    const header = write.header ?? this.#register!.header
    this.#register = { header, ...progress, revision: revision + 1, after: this.#after }
    const { register, onStored, ...changes } = this.#compose(this.#register)
    try {
      // A register is JSON.
      await this.#driven.write({ events, register: register as never, isQuiet: true, ...changes })
    } catch (error) {
      if (!(error instanceof Drained && hasStart(write))) throw error
    }
    onStored?.()
  }
}
