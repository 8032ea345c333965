import { RecordSizeError } from '../tools/errors.ts'
import type { Patch, StreamingTextPatch } from './patch.ts'
import { isViewCall } from './reduce-calls.ts'
import type { ChatState } from './state.ts'

/**
 * Returns what a chat says instead of a patch that alone is larger than the store accepts. An `error` is the end of its turn. A patch
 * that has no content stays as it is.
 */
export function toSmaller(state: ChatState, patch: Patch, { name: code, size, limit }: RecordSizeError): Patch[] {
  const toProblem = (what: string) => ({ code, message: new RecordSizeError(size, limit, what).message })
  const failCall = (callId: string, what: string): Patch[] => [{ type: 'tool_call_error', callId, ...toProblem(what) }]
  const failTurn = (what: string): Patch[] => {
    const { turn } = state.turn ?? {}
    return [{ type: 'error', ...toProblem(what), ...(turn !== undefined && { turn }) }]
  }
  switch (patch.type) {
    case 'streaming_text':
    case 'streaming_reasoning':
      return halve(patch)
    case 'tool_call_progress':
      return [{ ...patch, message: toProblem('the progress of the call').message }]
    case 'tool_call_result':
      return failCall(patch.callId, 'the result of the call')
    case 'tool_call_error':
      return failCall(patch.callId, 'the error of the call')
    case 'approval_request':
      return isViewCall(state, patch.callId)
        ? failCall(patch.callId, 'the request for approval')
        : failTurn(`the request for approval of ${patch.toolName}`)
    case 'tool_call_start':
      return failTurn(`the call of ${patch.toolName}`)
    case 'assistant_message':
      return failTurn('the answer of the model')
    case 'error':
      return failTurn('the error of the turn')
    default:
      return [patch]
  }
}

/** Readers join the pieces again. */
function halve(patch: StreamingTextPatch): Patch[] {
  const { text, offset } = patch
  const half = text.slice(0, Math.ceil(text.length / 2))
  // Not half of a surrogate pair.
  const first = half.isWellFormed() || half.length === 1 ? half : half.slice(0, -1)
  const rest = text.slice(first.length)
  if (rest === '') return [patch]
  return [
    { ...patch, text: first },
    { ...patch, text: rest, ...(offset !== undefined && { offset: offset + first.length }) },
  ]
}
