import type { ShownRun } from '@sweatpants/framework/control'
import { type ReactNode, useState } from 'react'
import { JsonDetails } from '../page/json-view.tsx'
import { Time } from '../page/marks.tsx'
import { useAction } from '../page/use-action.ts'
import { useRead } from '../page/use-read.ts'
import { cancelRun, forgetRun, resumeRun, retryRun, showRun } from './requests.ts'
import { toHash } from './run-hash.ts'
import { Timeline } from './timeline.tsx'
import { describeWait, StateMark, toDuration } from './words.tsx'

interface RunViewProps {
  id: string
  /** Grows when the store has changed. */
  change: number
  now: number
}

/** One run: why it is where it is, what can be done with it, and its journal. */
export function RunView({ id, change, now }: RunViewProps): ReactNode {
  const { value: run, problem: missing } = useRead(() => showRun(id), [id, change])
  const { act, isBusy, problem } = useAction()

  const open = (next: string) => {
    location.hash = toHash(next)
  }
  if (run === undefined) return <p className="empty">{missing ?? 'Loading…'}</p>
  const { waits = [], problem: why } = run
  const isRetriedLater = run.actions.includes('fork') && !run.actions.includes('retry')
  return (
    <article className="run">
      <header>
        <h2>
          <span className="mono">{run.tool}</span> <StateMark state={run.state} />
        </h2>
        <p className="quiet">
          for {toDuration(now - run.changedAt)}, since <Time withDate at={run.changedAt} />
        </p>
      </header>
      <Actions run={run} isBusy={isBusy} act={act} open={open} />
      <div role="status">{problem !== undefined && <p className="notice danger">{problem}</p>}</div>
      {why !== undefined && (
        <section className="why" data-state={run.state} aria-label="Why">
          <p className="pre">{why}</p>
          {run.state === 'blocked' && (
            <p className="quiet">
              The code has changed since this run started. Deploy code that fits and resume the run, or retry it from an
              entry before the change.
            </p>
          )}
        </section>
      )}
      {waits.length > 0 && (
        <section className="why" data-state="waiting" aria-label="Waiting for">
          <ul>
            {waits.map((wait) => (
              <li key={`${wait.kind} ${wait.key} ${wait.since}`}>
                Waiting for {describeWait(wait)}
                <span className="quiet"> · {toDuration(now - wait.since)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <dl>
        <dt>Run</dt>
        <dd className="mono">{run.id}</dd>
        <dt>Part of</dt>
        <dd>{run.owner === undefined ? describePart(run.kind) : `${describePart(run.owner.kind)} ${run.owner.id}`}</dd>
        {run.version !== undefined && (
          <>
            <dt>Version</dt>
            <dd>{run.version}</dd>
          </>
        )}
        <dt>User</dt>
        <dd>{run.principal ?? 'unknown'}</dd>
        <dt>Started</dt>
        <dd>
          <Time withDate at={run.startedAt} />
        </dd>
        <dt>On a server</dt>
        <dd>{run.isDriven ? 'Yes, a server works on it' : 'No server works on it now'}</dd>
      </dl>
      <JsonDetails label="Arguments" value={run.arguments} />
      <h3>Timeline</h3>
      {isRetriedLater && <p className="quiet">Cancel this run if you want to retry it from an entry.</p>}
      <Timeline run={run} isBusy={isBusy} act={act} open={open} />
    </article>
  )
}

interface ActionsProps {
  run: ShownRun
  isBusy: boolean
  act(action: () => Promise<unknown>): void
  open(id: string): void
}

function Actions({ run: { id, state, actions }, isBusy, act, open }: ActionsProps): ReactNode {
  const forget = async () => {
    await forgetRun(id)
    location.hash = '#/'
  }
  return (
    <div className="actions">
      {state === 'failed' && actions.includes('retry') && (
        <button
          type="button"
          className="primary"
          disabled={isBusy}
          onClick={() => act(async () => open((await retryRun(id)).id))}
        >
          Retry
        </button>
      )}
      {actions.includes('resume') && (
        <button type="button" className="primary" disabled={isBusy} onClick={() => act(() => resumeRun(id))}>
          Resume
        </button>
      )}
      {actions.includes('cancel') && (
        <button type="button" disabled={isBusy} onClick={() => act(() => cancelRun(id))}>
          Cancel run
        </button>
      )}
      {actions.includes('forget') && (
        <Confirmed
          question="Delete this run and everything it recorded?"
          verb="Delete"
          isBusy={isBusy}
          act={() => act(forget)}
        />
      )}
    </div>
  )
}

const PARTS: Readonly<Record<string, string>> = {
  task: 'task',
  call: 'MCP call',
  chat: 'chat',
  debate: 'debate',
  inspected: 'inspector',
}

const describePart = (kind: string): string => PARTS[kind] ?? kind

/** A button that asks once more before it acts. */
function Confirmed({
  question,
  verb,
  isBusy,
  act,
}: {
  question: string
  verb: string
  isBusy: boolean
  act(): void
}): ReactNode {
  const [isAsking, setAsking] = useState(false)
  if (!isAsking) {
    return (
      <button type="button" onClick={() => setAsking(true)}>
        {verb}…
      </button>
    )
  }
  return (
    <span className="inline">
      {question}
      <button type="button" className="danger" disabled={isBusy} onClick={act}>
        {verb}
      </button>
      <button type="button" onClick={() => setAsking(false)}>
        Keep
      </button>
    </span>
  )
}
