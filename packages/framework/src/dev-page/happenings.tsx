import type { ReactNode } from 'react'
import type { EffectState, Happening } from '../dev/run-state.ts'
import { Details } from './details.tsx'
import { EffectDetails } from './effect-details.tsx'
import { StatusMark } from './status-mark.tsx'

/** What a run asked and said, in that order. */
export function Happenings({ happenings }: { happenings: readonly Happening[] }): ReactNode {
  if (happenings.length === 0) return <p className="quiet">Nothing yet.</p>
  return (
    <ol className="happenings">
      {happenings.map((one, index) =>
        one.type === 'effect' ? (
          <Effect key={one.at} effect={one} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: it has no address, and none before it goes away
          <li key={`said ${index}`} className="emission" data-level={one.level}>
            <span className="mono">{one.level ?? one.kind}</span> {one.message}
            {one.progress !== undefined && <span className="quiet"> ({one.progress})</span>}
          </li>
        ),
      )}
    </ol>
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
  return (
    <li className="effect" data-state={state} data-kind={kind}>
      <Details summary={summary}>{() => <EffectDetails effect={effect} />}</Details>
    </li>
  )
}
