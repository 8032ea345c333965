import type { ToolCallState } from '@sweatpants/framework/chat'
import { Source } from './value.tsx'

/** The arguments and the result of a call, as JSON. */
export function CallDetails({ call: { arguments: args, result, error } }: { call: ToolCallState }) {
  const came = result === undefined ? 'Arguments' : 'Arguments and result'
  return (
    <details className="card-details">
      <summary>{came}</summary>
      <h4>Arguments</h4>
      <Source value={args} />
      {result !== undefined && (
        <>
          <h4>Result</h4>
          <Source value={result} />
        </>
      )}
      {error !== undefined && (
        <p className="hint">
          Code: <code>{error.code}</code>
        </p>
      )}
    </details>
  )
}
