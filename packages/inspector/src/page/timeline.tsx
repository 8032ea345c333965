import type { ReactNode } from 'react'
import type { EffectState, RunState } from '../run-state.ts'
import { Details, JsonView } from './json-view.tsx'
import { StatusMark, Time } from './marks.tsx'
import { firstNumber, type NumberedEntry, type TimelineItem, toOutcome, toTimeline } from './to-timeline.ts'
import { toHash } from './use-place.ts'

interface TimelineProps {
  runId: string
  run: RunState
  /** Starts a run with the first `at` entries of this one; absent where the page only shows the run. */
  onFork?: (at: number) => void
}

/** The effects and messages of a run in order, each effect with its journal entries. Each entry links to its replay. */
export function Timeline({ runId, run, onFork }: TimelineProps): ReactNode {
  const items = toTimeline(run)
  if (items.length === 0) return <p className="quiet">Nothing has happened yet.</p>
  return (
    <ol className="timeline">
      {items.map((item, index) => (
        <Item key={keyOf(item, index)} item={item} runId={runId} {...(onFork && { onFork })} />
      ))}
    </ol>
  )
}

/** A message has no address, and its index does not change. */
const keyOf = (item: TimelineItem, index: number): string =>
  item.type === 'effect' ? item.effect.at : item.type === 'entry' ? `entry ${firstNumber(item)}` : `message ${index}`

interface ItemProps {
  item: TimelineItem
  runId: string
  onFork?: (at: number) => void
}

function Item({ item, runId, onFork }: ItemProps): ReactNode {
  if (item.type === 'emission') {
    return (
      <li className="emission" data-level={item.level}>
        <span className="mono">{item.level ?? item.kind}</span> {item.message}
        {item.progress !== undefined && <span className="quiet"> ({item.progress})</span>}
      </li>
    )
  }
  const first = firstNumber(item)
  return (
    <li
      className={item.type === 'effect' ? 'effect' : 'emission'}
      {...(item.type === 'effect' && { 'data-state': item.effect.state, 'data-kind': item.effect.kind })}
    >
      {item.type === 'effect' && <Effect effect={item.effect} />}
      {item.entries.length > 0 && (
        <ul className="entries">
          {item.entries.map((numbered) => (
            <EntryLine key={numbered.number} runId={runId} {...numbered} />
          ))}
        </ul>
      )}
      {onFork && item.type === 'effect' && first > 0 && (
        <button
          type="button"
          className="small"
          aria-label={`Fork from here: ${item.effect.kind} ${item.effect.key}, entry ${first}`}
          onClick={() => onFork(first - 1)}
        >
          Fork from here
        </button>
      )}
    </li>
  )
}

function EntryLine({ runId, number, entry }: NumberedEntry & { runId: string }): ReactNode {
  return (
    <li className="entry" data-number={number}>
      <a href={toHash({ type: 'replay', runId, at: number })} aria-label={`Replay to entry ${number}`}>
        {number}
      </a>
      <span className="mono outcome">{toOutcome(entry)}</span>
      <span className="quiet">
        <Time at={entry.time} />
      </span>
    </li>
  )
}

function Effect({ effect }: { effect: EffectState }): ReactNode {
  const { at, branch, kind, key, place, state } = effect
  const summary = (
    <>
      <span className="mono">
        <span className="kind">{kind}</span> {key}
      </span>{' '}
      <StatusMark status={state} />
      <span className="quiet mono">
        at {at}
        {branch !== '' && ` · branch ${branch}`}
        {place !== undefined && ` · ${place.file}:${place.line}`}
      </span>
    </>
  )
  return <Details summary={summary}>{() => <EffectDetails effect={effect} />}</Details>
}

function EffectDetails({ effect }: { effect: EffectState }): ReactNode {
  const { at, kind, key, entry, openedAt } = effect
  const name = `${kind} ${key} at ${at}`
  return (
    <>
      <dl>
        {openedAt !== undefined && (
          <Term name="Requested">
            <Time at={openedAt} />
          </Term>
        )}
        {effect.started && <Term name="Once">The start is recorded. This step never runs twice.</Term>}
        {entry !== undefined && (
          <Term name="Recorded">
            <Time at={entry.time} />
            {openedAt !== undefined && entry.time >= openedAt && `, after ${entry.time - openedAt} ms`}
          </Term>
        )}
      </dl>
      <h4>Request</h4>
      <JsonView value={effect.request} label={`Request of ${name}`} />
      {entry?.type === 'value' && (
        <>
          <h4>Value</h4>
          <JsonView value={entry.value ?? null} label={`Value of ${name}`} />
        </>
      )}
      {entry?.type === 'failure' && (
        <>
          <h4>Failure</h4>
          <JsonView value={entry.failure} label={`Failure of ${name}`} />
        </>
      )}
    </>
  )
}

function Term({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
