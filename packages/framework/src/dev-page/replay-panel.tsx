import { type ReactNode, useEffect, useState } from 'react'
import type { Replayed } from '../dev/replay.ts'
import type { ShownTool } from '../dev/show-tool.ts'
import { Happenings } from './happenings.tsx'
import { toOutcome } from './journal-table.tsx'
import { JsonView } from './json-view.tsx'
import { readReplay } from './requests.ts'
import { SourceView } from './source-view.tsx'
import { StatusMark } from './status-mark.tsx'
import { StopView } from './stop-view.tsx'
import { moveTo, toHash } from './use-place.ts'

interface ReplayPanelProps {
  runId: string
  at: number
  /** How long the log of the run is: a replay of one that goes on has more to hand out. */
  head: number | undefined
  /** Other tools are another source, to which the journal may not fit. */
  tools: readonly ShownTool[]
}

/** A run step by step: the tool as it stood after each entry of its journal. */
export function ReplayPanel({ runId, at, head, tools }: ReplayPanelProps): ReactNode {
  const { replayed, problem } = useReplay(runId, at, head, tools)
  if (problem !== undefined) return <p role="alert">{problem}</p>
  if (replayed === undefined) return <p role="status">Replaying…</p>
  const { run, length, source } = replayed
  const entry = run.entries.at(-1)?.entry
  const move = (to: number) => moveTo({ type: 'replay', runId, at: Math.max(0, Math.min(length, to)) })
  return (
    <article>
      <h2>
        Replay of <span className="mono">{run.tool}</span>
      </h2>
      <p className="quiet">
        The tool is run again on the first entries of its journal. Nothing is done in the world.{' '}
        <a href={toHash({ type: 'run', runId })}>Back to the run</a>
      </p>
      <fieldset className="player">
        <legend className="hidden">Entries handed out</legend>
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
          value={replayed.at}
          onChange={(event) => move(Number(event.currentTarget.value))}
          aria-label="Entry"
          aria-valuetext={`${replayed.at} of ${length} entries`}
        />
        <button type="button" onClick={() => move(at + 1)} disabled={at >= length}>
          Forward
        </button>
        <button type="button" onClick={() => move(length)} disabled={at >= length}>
          Last
        </button>
        <output>
          Entry {replayed.at} of {length}
        </output>
      </fieldset>
      <section aria-label="The tool at this entry">
        <p>
          {entry === undefined ? (
            'The tool has begun and received nothing.'
          ) : (
            <>
              It has just received <span className="mono">{describe(entry)}</span>.
            </>
          )}{' '}
          {run.stop === undefined ? 'Now it waits.' : <StatusMark status={run.stop.type} />}
        </p>
        {source !== undefined && <SourceView source={source} />}
        {entry?.type === 'value' && <JsonView value={entry.value ?? null} label="What it received" />}
        {run.stop !== undefined && <StopView stop={run.stop} />}
      </section>
      <section aria-labelledby="effects">
        <h3 id="effects">What it had asked by then</h3>
        <Happenings happenings={run.happenings} />
      </section>
    </article>
  )
}

type LastEntry = NonNullable<Replayed['run']['entries'][number]>['entry']

const describe = (entry: LastEntry): string =>
  entry.type === 'halted' ? `a halt: ${entry.reason}` : `${entry.kind} ${entry.key} at ${entry.at}: ${toOutcome(entry)}`

/** What was there stays while the next is on its way, so that nothing jumps. */
function useReplay(runId: string, at: number, head: number | undefined, tools: readonly ShownTool[]) {
  const [replayed, setReplayed] = useState<Replayed>()
  const [problem, setProblem] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a longer journal and other tools are reasons to replay
  useEffect(() => {
    let isOver = false
    const read = async () => {
      try {
        const next = await readReplay(runId, at)
        if (isOver) return
        setReplayed(next)
        setProblem(undefined)
      } catch (error) {
        if (!isOver) setProblem(error instanceof Error ? error.message : String(error))
      }
    }
    void read()
    return () => {
      isOver = true
    }
  }, [runId, at, head, tools])
  return { replayed, problem }
}
