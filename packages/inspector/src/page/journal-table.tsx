import type { Entry } from '@sweatpants/framework'
import type { ReactNode } from 'react'
import { Scrolling } from './json-view.tsx'
import { Time } from './marks.tsx'

interface JournalTableProps {
  entries: readonly Entry[]
  /** Returns the address of the replay of the first `at` entries. */
  toReplay(at: number): string
}

/** The journal in the order in which it was written. Each entry links to its replay. */
export function JournalTable({ entries, toReplay }: JournalTableProps): ReactNode {
  if (entries.length === 0) return <p className="quiet">No entries yet.</p>
  return (
    <Scrolling label="Journal entries">
      <table>
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">At</th>
            <th scope="col">Effect</th>
            <th scope="col">Outcome</th>
            <th scope="col">Time</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the index of an entry does not change
            <tr key={index}>
              <td>
                <a href={toReplay(index + 1)} aria-label={`Replay to entry ${index + 1}`}>
                  {index + 1}
                </a>
              </td>
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

/** Characters of an outcome; the details of its effect show all of it. */
const WIDEST = 120

export function toOutcome(entry: Entry): string {
  switch (entry.type) {
    case 'value':
      return shorten(JSON.stringify(entry.value) ?? 'undefined')
    case 'failure':
      return shorten(`${entry.failure.name}: ${entry.failure.message}`)
    case 'partial':
      return shorten(`${entry.answered.by ?? 'someone'} accepted: ${JSON.stringify(entry.content)}`)
    case 'retried':
      return shorten(`attempt ${entry.attempt} failed: ${entry.failure.message}`)
    case 'patched':
      return `patched ${entry.key}`
    case 'started':
      return 'started'
    case 'halted':
      return entry.reason
  }
}

const shorten = (text: string): string => (text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}…` : text)
