import { toNewQuestion } from '../inbox/question.ts'
import type { NewQuestion, QuestionChanges } from '../log/questions.ts'
import type { ElicitEffect } from '../tools/effects/elicit.ts'
import { openQuestions } from './asked.ts'
import type { ElicitPatch, ElicitWaitPatch, Patch } from './patch.ts'
import type { ChatState } from './state.ts'

/** A question that is asked again gets another key. */
const toKey = ({ elicitId, attempt }: { elicitId: string; attempt: number }): string => `${elicitId}~${attempt}`

/** Returns the question of a patch as the store indexes it. */
export function toIndexed(
  { type, callId, elicitId, attempt }: ElicitPatch | ElicitWaitPatch,
  effect: ElicitEffect,
  owner: string | undefined,
): NewQuestion {
  const event =
    type === 'elicit'
      ? { type: 'elicit_response', callId, elicitId }
      : { type: 'elicit_answer', callId, elicitId, attempt }
  return toNewQuestion(toKey({ elicitId, attempt }), effect, { owner, event })
}

const openIn = (state: ChatState): Set<string> =>
  new Set([...openQuestions(state), ...Object.values(state.pendingWaits)].map(toKey))

/** Returns what patches at the end of the log do to the index, if anything. */
export function toQuestionChanges(
  before: ChatState,
  after: ChatState,
  patches: readonly Patch[],
  asked?: ReadonlyMap<string, NewQuestion>,
): QuestionChanges | undefined {
  const open = openIn(before)
  if (open.size === 0 && asked === undefined) return undefined
  const left = openIn(after)
  const opens = patches.flatMap((patch) => {
    if (patch.type !== 'elicit' && patch.type !== 'elicit_wait') return []
    const key = toKey(patch)
    return left.has(key) ? (asked?.get(key) ?? []) : []
  })
  const closes = [...open].filter((key) => !left.has(key))
  if (opens.length === 0 && closes.length === 0) return undefined
  return { ...(opens.length > 0 && { opens }), ...(closes.length > 0 && { closes }) }
}
