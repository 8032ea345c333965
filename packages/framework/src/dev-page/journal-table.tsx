import type { ReactNode } from 'react'
import type { RunState } from '../dev/run-state.ts'
import type { Entry } from '../tools/journal.ts'
import { Scrolling } from './scrolling.tsx'
import { Time } from './time.tsx'

interface JournalTableProps {
  entries: RunState['entries']
  /** The address of the replay that has handed out so many entries. */
  toReplay(at: number): string
}

/** The journal as it was written, each entry with a way into the replay. */
export function JournalTable({ entries, toReplay }: JournalTableProps): ReactNode {
  if (entries.length === 0) return <p className="quiet">Nothing is recorded yet.</p>
  return (
    <Scrolling label="Journal entries">
      <table>
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">Revision</th>
            <th scope="col">At</th>
            <th scope="col">Effect</th>
            <th scope="col">Outcome</th>
            <th scope="col">Time</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ entry, revision }, index) => (
            // An entry never moves.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <tr key={index}>
              <td>
                <a href={toReplay(index + 1)} aria-label={`Replay to entry ${index + 1}`}>
                  {index + 1}
                </a>
              </td>
              <td>{revision}</td>
              <td className="mono">{entry.at || '(root)'}</td>
              <td className="mono">{entry.type === 'halted' ? 'halt' : `${entry.kind} ${entry.key}`}</td>
              <td className="mono outcome">{toOutcome(entry)}</td>
              <td>
                <Time at={entry.time} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  )
}

/** More of it is with its effect. */
const WIDEST = 120

export function toOutcome(entry: Entry): string {
  switch (entry.type) {
    case 'value':
      return shorten(JSON.stringify(entry.value) ?? 'undefined')
    case 'failure':
      return shorten(`${entry.failure.name}: ${entry.failure.message}`)
    case 'started':
      return 'started'
    case 'halted':
      return entry.reason
  }
}

const shorten = (text: string): string => (text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}…` : text)
