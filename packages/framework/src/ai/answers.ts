import { findOpenApproval, toAnswer, toVerdict } from '../chat/asked.ts'
import type { NewCommand } from '../chat/command.ts'
import type { ChatState } from '../chat/state.ts'
import type { UserBlock, UserContent } from '../chat/user-content.ts'
import type { ElicitAnswer } from '../tools/elicit.ts'
import { isObject } from '../tools/json.ts'
import { type AnyMessage, partsOf, UiMessageError, type UiPart } from './ui-message.ts'

/**
 * For `sendAutomaticallyWhen` of `useChat`: whether the page has answered something that the server has not taken yet. It sends each
 * answer at once; the predicates of the AI SDK wait until all questions of a step are answered.
 */
export function hasAnswers({ messages }: { messages: readonly AnyMessage[] }): boolean {
  const last = messages.at(-1)
  return last?.role === 'assistant' && partsOf(last).some(isAnswer)
}

/** Whether the page has answered the part, as far as the page knows. */
export const isAnswer = ({ type, state = '', providerExecuted }: UiPart): boolean =>
  state === 'approval-responded' || (type.startsWith('tool-') && !providerExecuted && state.startsWith('output-'))

/** Returns the commands for what was answered in a message and is still open. */
export function toAnswers(message: AnyMessage, state: ChatState): NewCommand[] {
  return partsOf(message).flatMap((part): NewCommand[] => {
    if (!isAnswer(part)) return []
    const question = state.pendingElicits[part.toolCallId ?? '']
    if (question?.status === 'pending') {
      return [toAnswer({ ...question, attempt: shownAttempt(part) ?? question.attempt }, toResult(part))]
    }
    const { id = '', approved = false, reason } = part.approval ?? {}
    const asked = findOpenApproval(state, id)
    return asked === undefined ? [] : [toVerdict(asked, approved, { reason })]
  })
}

/** The attempt that the page showed: an answer to an earlier one must not count for what is asked now. */
const shownAttempt = ({ input }: UiPart): number | undefined =>
  isObject(input) && typeof input.attempt === 'number' ? input.attempt : undefined

/** An output that is an error is a person who gave up. The server checks every other output. */
const toResult = ({ state, output }: UiPart): ElicitAnswer =>
  state === 'output-error' ? { action: 'cancel' } : (output as ElicitAnswer)

/** Returns what a message of the user says: its text and its files. Throws a `UiMessageError`. */
export function toContent(message: AnyMessage): UserContent {
  const blocks = partsOf(message).flatMap((part): UserBlock[] => {
    if (part.type === 'text') return part.text ? [{ type: 'text', text: part.text }] : []
    return part.type === 'file' ? [toFile(part)] : []
  })
  return blocks.every((block) => block.type === 'text') ? blocks.map(({ text }) => text).join('') : blocks
}

function toFile({ mediaType = '', url = '', filename }: UiPart): UserBlock {
  const [, data] = /^data:[^,]*;base64,(.*)$/s.exec(url) ?? []
  if (data === undefined) {
    const shown = url.slice(0, 100)
    throw new UiMessageError(
      `a file must be attached as a data URL, with its bytes; this one is ${JSON.stringify(shown)}`,
    )
  }
  const type = mediaType.startsWith('image/') ? 'image' : mediaType.startsWith('audio/') ? 'audio' : 'file'
  const block = { data, mimeType: mediaType }
  return type === 'file' ? { type, ...block, ...(filename !== undefined && { name: filename }) } : { type, ...block }
}
