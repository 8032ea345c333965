import type { ReactNode } from 'react'
import type { RunState } from '../dev/run-state.ts'
import { Happenings } from './happenings.tsx'
import { JournalTable } from './journal-table.tsx'
import { JsonDetails } from './json-view.tsx'
import { Question } from './question.tsx'
import { cancelRun, forgetRun, resumeRun } from './requests.ts'
import { StatusMark } from './status-mark.tsx'
import { StopView } from './stop-view.tsx'
import { useAction } from './use-action.ts'
import { goTo, toHash } from './use-place.ts'
import type { ProjectState } from './use-project.ts'
import { useRun } from './use-run.ts'

/** A run as it goes: its questions, what it does, its journal, its end. */
export function RunPanel({ runId, project }: { runId: string; project: ProjectState }): ReactNode {
  const { run, problem } = useRun(runId, project.heads[runId])
  if (problem !== undefined) return <p role="alert">{problem}</p>
  if (run === undefined) return <p role="status">Reading the run…</p>
  const open = run.happenings.filter((one) => one.type === 'effect' && one.state === 'open')
  return (
    <article>
      <h2>
        <span className="mono">{run.tool}</span> <StatusMark status={run.status} />
      </h2>
      <RunActions runId={runId} run={run} />
      <JsonDetails label="Its arguments" value={run.params} />
      <section aria-label="Questions" className="questions">
        {open.map((effect) => effect.type === 'effect' && <Question key={effect.id} runId={runId} effect={effect} />)}
      </section>
      {run.stop !== undefined && <StopView stop={run.stop} />}
      <section aria-labelledby="effects">
        <h3 id="effects">Effects</h3>
        <Happenings happenings={run.happenings} />
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
  const canGoOn = run.status === 'paused' || run.status === 'broken'
  const forget = async () => {
    await forgetRun(runId)
    goTo({ type: 'tool', name: run.tool })
  }
  return (
    <>
      <div className="actions">
        {run.entries.length > 0 && (
          <a className="button" href={toHash({ type: 'replay', runId, at: run.entries.length })}>
            Replay
          </a>
        )}
        {canGoOn && (
          <button type="button" disabled={isBusy} onClick={() => act(() => resumeRun(runId))}>
            Go on
          </button>
        )}
        {(isLive || canGoOn) && (
          <button type="button" disabled={isBusy} onClick={() => act(() => cancelRun(runId))}>
            Cancel the run
          </button>
        )}
        {!isLive && (
          <button type="button" disabled={isBusy} onClick={() => act(forget)}>
            Forget
          </button>
        )}
        <a className="button" href={toHash({ type: 'tool', name: run.tool })}>
          Call again
        </a>
      </div>
      <p role="alert" className="problem">
        {problem}
      </p>
    </>
  )
}
