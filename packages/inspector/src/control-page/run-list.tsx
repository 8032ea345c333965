import type { RunRow } from '@sweatpants/framework/log'
import type { ReactNode } from 'react'
import { toHash } from './run-hash.ts'
import type { Listed } from './use-runs.ts'
import { describeWait, StateMark, toDuration } from './words.tsx'

interface RunListProps {
  listed: Listed
  openId: string | undefined
  now: number
  more(): void
}

/** The runs that were found, the latest changed first. */
export function RunList({ listed: { runs, hasMore }, openId, now, more }: RunListProps): ReactNode {
  if (runs.length === 0) return <p className="empty">No runs match. Change the filters to see others.</p>
  return (
    <>
      <ul className="runs">
        {runs.map((run) => (
          <li key={`${run.kind} ${run.id}`}>
            <a href={toHash(run.id)} aria-current={run.id === openId ? 'page' : undefined}>
              <span className="line">
                <span className="mono tool">{run.tool}</span>
                <StateMark state={run.state} />
                <span className="quiet age">{toDuration(now - run.changedAt)}</span>
              </span>
              <span className="line quiet">
                <span className="what">{describe(run)}</span>
                {run.principal !== undefined && <span className="who">{run.principal}</span>}
              </span>
            </a>
          </li>
        ))}
      </ul>
      {hasMore && (
        <button type="button" className="more" onClick={more}>
          Show more runs
        </button>
      )}
    </>
  )
}

const describe = ({ detail, id }: RunRow): string =>
  detail?.problem ?? (detail?.waits === undefined ? id : `Waiting for ${detail.waits.map(describeWait).join(' and ')}`)
