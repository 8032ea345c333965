import { toNewQuestion } from '@sweatpants/framework/inbox'
import type { NewQuestion, QuestionChanges } from '@sweatpants/framework/log'
import { type ContextRequest, MAX_CONTEXT_RESULT } from './context-request.ts'
import { nameSeats } from './name-seats.ts'
import type { ContextReply } from './outside-event.ts'
import type { Session } from './session.ts'

const FORM = {
  type: 'object',
  properties: {
    answer: {
      type: 'string',
      title: 'Answer',
      description: 'What you know or found; decline if you cannot say',
      maxLength: MAX_CONTEXT_RESULT,
      pattern: '\\S',
    },
  },
  required: ['answer'],
  additionalProperties: false,
}

/** Characters of the topic that a question shows. */
const TOPIC = 300

/** Returns the pending requests of a debate as questions to its owner. */
export function toQuestions(session: Session): NewQuestion[] {
  if (session.asksThroughCaller) return []
  return session.pendingContextRequests.map((request) => toQuestion(session, request))
}

/** Returns what an append does to the open questions of a debate, if anything. */
export function toQuestionChanges(before: Session, after: Session): QuestionChanges | undefined {
  const { pendingContextRequests: known } = before
  const { pendingContextRequests: left } = after
  if (known === left) return undefined
  // A request that has become required is another question: its old wording is closed.
  const isIn = (requests: readonly ContextRequest[], { id, priority }: ContextRequest) =>
    requests.some((one) => one.id === id && one.priority === priority)
  const opens = toQuestions({ ...after, pendingContextRequests: left.filter((one) => !isIn(known, one)) })
  const closes = known.filter((one) => !isIn(left, one)).map(({ id }) => id)
  return opens.length === 0 && closes.length === 0 ? undefined : { opens, closes }
}

/** Returns changes after which exactly the pending requests are open questions. */
export function toQuestionState(session: Session): QuestionChanges {
  const opens = toQuestions(session)
  const closes = session.contextRequests.map(({ id }) => id).filter((id) => !opens.some(({ key }) => key === id))
  return { opens, closes }
}

function toQuestion(session: Session, request: ContextRequest): NewQuestion {
  const { id: sessionId, topic, principal } = session
  const { id, agentId, query, reason, priority, round } = request
  const name = nameSeats(session)(agentId)
  const event = { type: 'context_reply' satisfies ContextReply['type'], requestId: id }
  const message =
    priority === 'required'
      ? `${name} needs to know before the debate continues: “${query}”`
      : `${name} would like to know: “${query}”`
  const context = { topic: topic.slice(0, TOPIC), reason, priority, debate: { sessionId, round } }
  const asked = { toolName: 'roundtable', key: 'context', message, context, schema: FORM, attempt: 1 }
  return toNewQuestion(id, asked, { owner: principal, event })
}
