import { type ReactNode, useEffect, useRef, useState } from 'react'
import { emptyRun, isOpen, type RunState, reduceRun } from '../run-state.ts'
import { Effects } from './effects.tsx'
import { JournalTable } from './journal-table.tsx'
import { JsonDetails } from './json-view.tsx'
import { StatusMark } from './marks.tsx'
import { ResultPreviews } from './previews.tsx'
import { Question } from './question.tsx'
import { cancelRun, deleteRun, readEvents, resumeRun } from './requests.ts'
import { StopView } from './stop-view.tsx'
import { useAction } from './use-action.ts'
import { goTo, toHash } from './use-place.ts'
import type { ProjectState } from './use-project.ts'

/** A run: its questions, its effects, its journal, its result. */
export function RunPanel({ runId, project }: { runId: string; project: ProjectState }): ReactNode {
  const { run, problem } = useRun(runId, project.heads[runId])
  if (problem !== undefined) return <p role="alert">{problem}</p>
  if (run === undefined) return <p role="status">Loading…</p>
  const tool = project.tools.find(({ name }) => name === run.tool)
  return (
    <article>
      <h2>
        <span className="mono">{run.tool}</span> <StatusMark status={run.status} />
      </h2>
      <RunActions runId={runId} run={run} />
      <JsonDetails label="Arguments" value={run.params} />
      <section aria-label="Questions" className="questions">
        {run.happenings.filter(isOpen).map((effect) => (
          <Question key={effect.id} runId={runId} effect={effect} tool={tool} />
        ))}
      </section>
      {run.stop !== undefined && <StopView stop={run.stop} />}
      {run.stop?.type === 'completed' && tool?.hasResultView && (
        <ResultPreviews tool={run.tool} result={run.stop.value} />
      )}
      <section aria-labelledby="effects">
        <h3 id="effects">Effects</h3>
        <Effects happenings={run.happenings} />
      </section>
      <section aria-labelledby="journal">
        <h3 id="journal">Journal</h3>
        <JournalTable entries={run.entries} toReplay={(at) => toHash({ type: 'replay', runId, at })} />
      </section>
    </article>
  )
}

function RunActions({ runId, run }: { runId: string; run: RunState }): ReactNode {
  const { act, isBusy, problem } = useAction()
  const isLive = run.status === 'running' || run.status === 'waiting'
  const canResume = run.status === 'paused' || run.status === 'broken'
  const remove = async () => {
    await deleteRun(runId)
    goTo({ type: 'tool', name: run.tool })
  }
  return (
    <>
      <div className="actions">
        {canResume && (
          <button type="button" className="primary" disabled={isBusy} onClick={() => act(() => resumeRun(runId))}>
            Resume
          </button>
        )}
        {run.entries.length > 0 && (
          <a className="button" href={toHash({ type: 'replay', runId, at: run.entries.length })}>
            Replay
          </a>
        )}
        {(isLive || canResume) && (
          <button type="button" disabled={isBusy || run.isCancelled} onClick={() => act(() => cancelRun(runId))}>
            Cancel run
          </button>
        )}
        {!isLive && (
          <button type="button" disabled={isBusy} onClick={() => act(remove)}>
            Delete run
          </button>
        )}
        <a className="button" href={toHash({ type: 'tool', name: run.tool })}>
          New run
        </a>
      </div>
      <p role="alert" className="problem">
        {problem}
      </p>
    </>
  )
}

/** Reads the events of a run until `head`. The run stays the same for as long as the component lives. */
function useRun(runId: string, head: number | undefined): { run: RunState | undefined; problem?: string } {
  const [run, setRun] = useState<RunState>()
  const [problem, setProblem] = useState<string>()
  const known = useRef(emptyRun)
  const reading = useRef<Promise<void>>(Promise.resolve())

  useEffect(() => {
    const read = async () => {
      const { lsn } = known.current
      if (head !== undefined && head <= lsn) return
      try {
        const entries = await readEvents(runId, lsn)
        known.current = entries.reduce((before, { event, lsn }) => reduceRun(before, event, lsn), known.current)
        setRun(known.current)
        setProblem(undefined)
      } catch (error) {
        setProblem(error instanceof Error ? error.message : String(error))
      }
    }
    // One after the other: each read begins where the one before it ended.
    reading.current = reading.current.then(read)
  }, [runId, head])

  return { run, ...(problem !== undefined && { problem }) }
}
