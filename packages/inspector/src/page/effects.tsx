import type { ReactNode } from 'react'
import type { EffectState, Happening } from '../run-state.ts'
import { Details, JsonView } from './json-view.tsx'
import { StatusMark, Time } from './marks.tsx'

/** The effects and messages of a run, in order. */
export function Effects({ happenings }: { happenings: readonly Happening[] }): ReactNode {
  if (happenings.length === 0) return <p className="quiet">No effects yet.</p>
  return (
    <ol className="effects">
      {happenings.map((one, index) =>
        one.type === 'effect' ? (
          <Effect key={one.at} effect={one} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: an emission has no address, and its index does not change
          <li key={`emission ${index}`} className="emission" data-level={one.level}>
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
