import type { ToolCallState } from '@sweatpants/framework/chat'
import { texts } from './texts.ts'
import { Source } from './value.tsx'

/** The arguments and the result of a call, as JSON. */
export function CallDetails({ call: { arguments: args, result, error } }: { call: ToolCallState }) {
  return (
    <details className="card-details">
      <summary>{result === undefined ? texts.input : texts.inputAndResult}</summary>
      <h4>{texts.input}</h4>
      <Source value={args} />
      {result !== undefined && (
        <>
          <h4>{texts.result}</h4>
          <Source value={result} />
        </>
      )}
      {error !== undefined && (
        <p className="hint">
          {texts.errorCode} <code>{error.code}</code>
        </p>
      )}
    </details>
  )
}
