import type { ShownRun, TimedEntry } from '@sweatpants/framework/control'
import { type ReactNode, useState } from 'react'
import { JsonDetails } from '../page/json-view.tsx'
import { Time } from '../page/marks.tsx'
import { ForkForm } from './fork-form.tsx'
import { retryRun } from './requests.ts'
import { describeKind, toDuration } from './words.tsx'

interface TimelineProps {
  run: ShownRun
  isBusy: boolean
  act(action: () => Promise<unknown>): void
  open(id: string): void
}

/** The journal in its order: how long each entry took, as a bar and as a number. */
export function Timeline({ run, ...rest }: TimelineProps): ReactNode {
  const { entries } = run
  if (entries.length === 0) return <p className="quiet">Nothing is recorded yet.</p>
  const begun = run.startedAt
  const whole = Math.max(1, entries.at(-1)!.time - begun)
  return (
    <ol className="timeline">
      {entries.map((entry, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries are only added at the end
        <li key={at} data-outcome={entry.type}>
          <div className="line">
            <span className="quiet number">{at}</span>
            <span className="kind">{entry.type === 'halted' ? 'stopped' : describeKind(entry.kind)}</span>
            <span className="mono name">{entry.type === 'halted' ? entry.at || 'run' : entry.key}</span>
            <span className="quiet took">{toDuration(entry.ms)}</span>
          </div>
          <Bar from={(entry.time - entry.ms - begun) / whole} to={(entry.time - begun) / whole} />
          <div className="line quiet">
            <Time withDate at={entry.time} />
          </div>
          <Outcome entry={entry} />
          <EntryActions run={run} entry={entry} at={at} {...rest} />
        </li>
      ))}
    </ol>
  )
}

/** Decoration: the same times are in words beside it. */
function Bar({ from, to }: { from: number; to: number }): ReactNode {
  const start = Math.min(99, Math.max(0, from * 100))
  const style = { marginLeft: `${start}%`, width: `${Math.max(1, Math.min(100, to * 100) - start)}%` }
  return (
    <div className="track" aria-hidden="true">
      <div className="bar" style={style} />
    </div>
  )
}

function Outcome({ entry }: { entry: TimedEntry }): ReactNode {
  switch (entry.type) {
    case 'value':
      return entry.value === undefined ? null : <JsonDetails label="Value" value={entry.value} />
    case 'failure':
      return (
        <p className="problem">
          {entry.failure.name}: {entry.failure.message}
        </p>
      )
    case 'retried':
      return (
        <p className="problem">
          Attempt {entry.attempt} failed: {entry.failure.message}
        </p>
      )
    case 'halted':
      return <p className="quiet">{entry.reason}</p>
    case 'started':
      return <p className="quiet">Started. It is not repeated.</p>
    default:
      return null
  }
}

function EntryActions({
  run,
  entry,
  at,
  isBusy,
  act,
  open,
}: TimelineProps & { entry: TimedEntry; at: number }): ReactNode {
  const [isForking, setForking] = useState(false)
  const canRetry = run.actions.includes('retry')
  const canFork = run.actions.includes('fork') && entry.isAnswered && entry.type === 'value'
  if (!canRetry && !canFork) return null
  return (
    <>
      <div className="actions">
        {canRetry && (
          <button
            type="button"
            className="small"
            disabled={isBusy}
            aria-label={`Retry from here, entry ${at}`}
            onClick={() => act(async () => open((await retryRun(run.id, at)).id))}
          >
            Retry from here
          </button>
        )}
        {canFork && !isForking && (
          <button
            type="button"
            className="small"
            aria-label={`Try another answer… at entry ${at}`}
            onClick={() => setForking(true)}
          >
            Try another answer…
          </button>
        )}
      </div>
      {canFork && isForking && (
        <ForkForm
          run={run}
          entry={entry}
          at={at}
          isBusy={isBusy}
          act={act}
          open={open}
          close={() => setForking(false)}
        />
      )}
    </>
  )
}
