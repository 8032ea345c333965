import type { ReactNode } from 'react'
import { isOpen, type RunState } from '../run-state.ts'
import { JsonDetails } from './json-view.tsx'
import { Problem, StatusMark } from './marks.tsx'
import { ResultPreviews } from './previews.tsx'
import { Question } from './question.tsx'
import { cancelRun, deleteRun, forkRun, resumeRun } from './requests.ts'
import { StopView } from './stop-view.tsx'
import { Timeline } from './timeline.tsx'
import { useAction } from './use-action.ts'
import { goTo, toHash } from './use-place.ts'
import type { ProjectState } from './use-project.ts'
import { useRun } from './use-run.ts'

/** A run: its questions, its result, and its timeline. */
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
      {run.fork !== undefined && (
        <p className="quiet">
          Forked from <a href={toHash({ type: 'run', runId: run.fork.runId })}>another run</a>, with its first{' '}
          {run.fork.entries.length} entries.
        </p>
      )}
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
      <RunTimeline runId={runId} run={run} />
    </article>
  )
}

function RunTimeline({ runId, run }: { runId: string; run: RunState }): ReactNode {
  const { act, isBusy, problem } = useAction()
  const fork = (at: number) => act(async () => goTo({ type: 'run', runId: (await forkRun(runId, at)).runId }))
  return (
    <section aria-labelledby="timeline">
      <h3 id="timeline">Timeline</h3>
      <p className="quiet">
        Effects in the order of the tool, with the numbers of their journal entries. A number replays the run up to that
        entry. A fork is a new run: it keeps what was recorded before, and repeats the rest.
      </p>
      <Problem text={problem} />
      <Timeline runId={runId} run={run} {...(!isBusy && { onFork: fork })} />
    </section>
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
        <a className="button" href={toHash({ type: 'tool', name: run.tool, like: runId })}>
          Call again
        </a>
      </div>
      <Problem text={problem} />
    </>
  )
}
