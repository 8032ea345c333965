import type { ReactNode } from 'react'
import type { RunStop } from '../run-event.ts'
import { JsonView } from './json-view.tsx'

/** The result of a run, or why it stopped. */
export function StopView({ stop }: { stop: RunStop }): ReactNode {
  return (
    <section aria-label="Result" className="stop" data-stop={stop.type}>
      <Outcome stop={stop} />
      {'usage' in stop && stop.usage.inputTokens + stop.usage.outputTokens > 0 && (
        <p className="quiet">
          {stop.usage.inputTokens} tokens in, {stop.usage.outputTokens} out
        </p>
      )}
    </section>
  )
}

function Outcome({ stop }: { stop: RunStop }): ReactNode {
  switch (stop.type) {
    case 'completed':
      return (
        <>
          <h3>Result</h3>
          <JsonView value={stop.value} label="Result" />
        </>
      )
    case 'failed':
      return (
        <>
          <h3>Failed: {stop.error.name}</h3>
          <p className="pre">{stop.error.message}</p>
        </>
      )
    case 'cancelled':
      return <h3>Cancelled</h3>
    case 'broken':
      return (
        <>
          <h3>Cannot continue: {stop.error.name}</h3>
          <p className="pre">{stop.error.message}</p>
          <p className="quiet">Nothing is lost. The run continues when the code matches its journal again.</p>
        </>
      )
  }
}
