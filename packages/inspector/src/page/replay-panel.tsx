import type { Entry } from '@sweatpants/framework'
import type { ReactNode } from 'react'
import type { Excerpt } from '../places.ts'
import type { ShownTool } from '../project.ts'
import { JsonView, Scrolling } from './json-view.tsx'
import { Problem, StatusMark } from './marks.tsx'
import { forkRun, readReplay } from './requests.ts'
import { StopView } from './stop-view.tsx'
import { Timeline } from './timeline.tsx'
import { toOutcome } from './to-timeline.ts'
import { useAction } from './use-action.ts'
import { goTo, moveTo, toHash } from './use-place.ts'
import { useRead } from './use-read.ts'

interface ReplayPanelProps {
  runId: string
  at: number
  /** The place of the run's last event: a run that goes on has more entries to replay. */
  head: number | undefined
  /** Changed tools are changed code, which may not match the journal. */
  tools: readonly ShownTool[]
}

/** A run step by step: the tool as it was after each entry of its journal. */
export function ReplayPanel({ runId, at, head, tools }: ReplayPanelProps): ReactNode {
  const { value: replayed, problem } = useRead(() => readReplay(runId, at), [runId, at, head, tools])
  if (problem !== undefined) return <p role="alert">{problem}</p>
  if (replayed === undefined) return <p role="status">Replaying…</p>
  const { run, length, source } = replayed
  const entry = run.entries.at(-1)
  return (
    <article>
      <h2>
        Replay of <span className="mono">{run.tool}</span>
      </h2>
      <p className="quiet">
        The tool runs again up to the journal entry that you choose. No side effects are performed.{' '}
        <a href={toHash({ type: 'run', runId })}>Back to the run</a>
      </p>
      <Player at={at} shown={replayed.at} length={length} onMove={(to) => moveTo({ type: 'replay', runId, at: to })} />
      <ForkButton runId={runId} at={replayed.at} />
      <section aria-label="The tool at this entry">
        <p>
          {entry === undefined ? (
            'The tool has started. No outcome is recorded yet.'
          ) : (
            <>
              Last outcome: <span className="mono">{describe(entry)}</span>
            </>
          )}{' '}
          {run.stop !== undefined && <StatusMark status={run.stop.type} />}
        </p>
        {entry?.type === 'value' && <JsonView value={entry.value ?? null} label="Value of the last outcome" />}
        {source !== undefined && <SourceView source={source} />}
        {run.stop !== undefined && <StopView stop={run.stop} />}
      </section>
      <section aria-labelledby="timeline">
        <h3 id="timeline">Timeline up to this entry</h3>
        <Timeline runId={runId} run={run} />
      </section>
    </article>
  )
}

/** Continues from the shown entry in a new run. */
function ForkButton({ runId, at }: { runId: string; at: number }): ReactNode {
  const { act, isBusy, problem } = useAction()
  const fork = () => act(async () => goTo({ type: 'run', runId: (await forkRun(runId, at)).runId }))
  return (
    <>
      <div className="actions">
        <button type="button" disabled={isBusy} onClick={fork}>
          Fork from here
        </button>
        <span className="quiet">A new run continues from this entry. This run stays as it is.</span>
      </div>
      <Problem text={problem} />
    </>
  )
}

interface PlayerProps {
  at: number
  /** The entry of the replay on the page, while the one at `at` is loading. */
  shown: number
  length: number
  onMove(to: number): void
}

function Player({ at, shown, length, onMove }: PlayerProps): ReactNode {
  const move = (to: number) => onMove(Math.max(0, Math.min(length, to)))
  return (
    <fieldset className="player">
      <legend className="hidden">Journal entries</legend>
      <button type="button" onClick={() => move(0)} disabled={at === 0}>
        First
      </button>
      <button type="button" onClick={() => move(at - 1)} disabled={at === 0}>
        Back
      </button>
      <input
        type="range"
        min={0}
        max={length}
        value={shown}
        onChange={(event) => move(Number(event.currentTarget.value))}
        aria-label="Entry"
        aria-valuetext={`${shown} of ${length} entries`}
      />
      <button type="button" onClick={() => move(at + 1)} disabled={at >= length}>
        Forward
      </button>
      <button type="button" onClick={() => move(length)} disabled={at >= length}>
        Last
      </button>
      <output>
        Entry {shown} of {length}
      </output>
    </fieldset>
  )
}

/** The lines at which the tool waits, and the lines around them. */
function SourceView({ source }: { source: Excerpt }): ReactNode {
  return (
    <figure className="source">
      <figcaption className="quiet">
        Waiting at{' '}
        <span className="mono">
          {source.file}:{source.marked.join(', ')}
        </span>
      </figcaption>
      <Scrolling label={`Lines of ${source.file}`}>
        <pre>
          {source.lines.map((line, index) => {
            const number = source.first + index
            const isMarked = source.marked.includes(number)
            return (
              <span key={number} className="line" data-marked={isMarked || undefined}>
                <span className="number">{number}</span>
                {isMarked ? <mark>{line}</mark> : line}
                {'\n'}
              </span>
            )
          })}
        </pre>
      </Scrolling>
    </figure>
  )
}

function describe(entry: Entry): string {
  if (entry.type === 'halted') return `halt: ${entry.reason}`
  const effect = `${entry.kind} ${entry.key} at ${entry.at}`
  return entry.type === 'value' ? effect : `${effect}: ${toOutcome(entry)}`
}
