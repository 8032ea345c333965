import type { ReactNode } from 'react'
import type { EffectState } from '../dev/run-state.ts'
import { JsonView } from './json-view.tsx'
import { Time } from './time.tsx'

/** When an effect was asked and recorded, what was asked, and what came of it. */
export function EffectDetails({ effect }: { effect: EffectState }): ReactNode {
  const { at, kind, key, entry, askedAt } = effect
  const name = `${kind} ${key} at ${at}`
  return (
    <>
      <dl>
        {askedAt !== undefined && (
          <>
            <dt>Asked</dt>
            <dd>
              <Time at={askedAt} />
            </dd>
          </>
        )}
        {effect.started && (
          <>
            <dt>Once</dt>
            <dd>Its start is recorded; it is never begun again.</dd>
          </>
        )}
        {entry !== undefined && (
          <>
            <dt>Recorded</dt>
            <dd>
              <Time at={entry.time} />
              {askedAt !== undefined && entry.time >= askedAt && `, after ${entry.time - askedAt} ms`}
            </dd>
          </>
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
