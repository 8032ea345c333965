import { hash } from 'node:crypto'
import { appendFileSync, readFileSync } from 'node:fs'

/** What clients, readers, nodes and steps did, in one order for all processes. A stream is named `kind/id`. */
export type HistoryEvent =
  /** A node became the driver of a stream, or opened a run as such. */
  | { type: 'fence_gain'; stream: string; node: string; fence: number }
  /** A node is about to write. `attempt` names this call; `write` is equal for all attempts at the same write. */
  | {
      type: 'write_send'
      stream: string
      node: string
      attempt: string
      write: string
      fence?: number
      digests: string[]
    }
  /** The store has acknowledged a write, whose last record is at `lsn`. The clock that gives the time is set by no fault. */
  | {
      type: 'write_store'
      stream: string
      node: string
      attempt: string
      lsn: number
      isRepeated: boolean
      time: number
    }
  /** A client has received the acknowledgement of its command. */
  | { type: 'command_acknowledge'; stream: string; commandId: string; lsn?: number }
  /** A reader has received records, the first of which is at `lsn`. */
  | { type: 'records_read'; stream: string; reader: string; lsn: number; digests: string[] }
  | StepBegin
  /** A client has the result of a run: the receipt of each step, by its name. */
  | { type: 'run_end'; run: string; receipts: Record<string, string> }
  /** What a stream holds when nothing writes to it any more. */
  | { type: 'stream_end'; stream: string; records: StoredRecord[] }

/** The body of a step begins. Its receipt is its outcome. */
export interface StepBegin {
  type: 'step_begin'
  node: string
  run: string
  /** The steps of one fiber are performed one after the other. */
  fiber: string
  step: string
  key: string
  receipt: string
  /** Whether it is performed once or never. */
  isOnce: boolean
}

export interface StoredRecord {
  digest: string
  /** The command that the record is the result of. */
  commandId?: string
  /** The question that the record answers. */
  question?: string
}

/** Milliseconds since the epoch, by the monotonic clock of the process. */
export const now = (): number => performance.timeOrigin + performance.now()

/** Identifies a record by its JSON. */
export const toDigest = (json: string): string => hash('sha256', json, 'base64url').slice(0, 10)

/** Appends to a file that all processes share. A line is one system call, so a process that is killed leaves no half of one. */
export class HistoryFile {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }

  add(event: HistoryEvent): void {
    appendFileSync(this.path, `${JSON.stringify(event)}\n`)
  }

  read(): HistoryEvent[] {
    const lines = readFileSync(this.path, 'utf8').split('\n')
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line))
  }
}
