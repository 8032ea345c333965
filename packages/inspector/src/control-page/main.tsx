import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { PageTop } from '../page/page-top.tsx'
import { useHash } from '../page/use-hash.ts'
import type { Choice } from './requests.ts'
import { readHash } from './run-hash.ts'
import { RunList } from './run-list.tsx'
import { RunView } from './run-view.tsx'
import { useRuns } from './use-runs.ts'
import { STATES } from './words.tsx'

const AGES = [
  ['', 'any time'],
  ['3600000', 'an hour'],
  ['86400000', 'a day'],
  ['259200000', '3 days'],
  ['604800000', 'a week'],
] as const

function ControlRoom(): ReactNode {
  const [choice, setChoice] = useState<Choice>({ state: '', search: '', olderThan: '' })
  const { listed, counts, change, isAway, more } = useRuns(choice)
  const openId = useHash(readHash)
  const now = useNow()
  const choose = (changed: Partial<Choice>) => setChoice((known) => ({ ...known, ...changed }))
  const all = useMemo(() => Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0), [counts])
  return (
    <div className="page control" data-open={openId !== undefined}>
      <PageTop
        title="Control room"
        aside={
          <p className="quiet live" data-away={isAway}>
            {isAway ? 'Not connected. Retrying…' : 'Live'}
          </p>
        }
      />
      <div className="room">
        <nav aria-label="Runs" className="list">
          <fieldset className="states">
            <legend className="hidden">State</legend>
            {(['', ...STATES] as const).map((state) => (
              <label key={state} data-state={state}>
                <input
                  type="radio"
                  name="state"
                  className="hidden"
                  checked={choice.state === state}
                  onChange={() => choose({ state })}
                />
                {state === '' ? 'all' : state}
                <span className="count">{counts === undefined ? '' : state === '' ? all : counts[state]}</span>
              </label>
            ))}
          </fieldset>
          <div className="filters">
            <input
              type="search"
              aria-label="Search runs by id, tool or user"
              placeholder="Run, tool or user"
              value={choice.search}
              onInput={(event) => choose({ search: event.currentTarget.value })}
            />
            <label className="inline quiet">
              Unchanged for
              <select value={choice.olderThan} onChange={(event) => choose({ olderThan: event.currentTarget.value })}>
                {AGES.map(([value, words]) => (
                  <option key={value} value={value}>
                    {words}
                  </option>
                ))}
              </select>
            </label>
          </div>
          {listed === undefined ? (
            <p className="empty">Loading…</p>
          ) : (
            <RunList listed={listed} openId={openId} now={now} more={more} />
          )}
        </nav>
        <main id="main" tabIndex={-1}>
          <a className="back" href="#/">
            All runs
          </a>
          {openId === undefined ? (
            <p className="empty">Select a run to see what it did and what it waits for.</p>
          ) : (
            <RunView key={openId} id={openId} change={change} now={now} />
          )}
        </main>
      </div>
    </div>
  )
}

/** The time, for ages that grow while the page is open. */
function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

createRoot(document.getElementById('page')!).render(<ControlRoom />)
