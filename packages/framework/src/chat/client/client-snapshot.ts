import type { ChatCapabilities } from '../patch.ts'
import type { ChatState, PendingApprovalState, PendingElicitState } from '../state.ts'
import type { RefusedError } from './client-errors.ts'
import type { ConnectionStatus } from './connection.ts'
import type { Conversation, SendingMessage } from './conversation.ts'
import type { SessionSummary } from './session-list.ts'
import type { ToolEmissionTrackingState } from './tool-emission.ts'

/** A question, and whether a plugin of this page asks it; otherwise it is asked with a form. */
export interface PendingElicit extends PendingElicitState {
  handled: boolean
}

/** All that a page shows. Another object when something has changed, and only then. */
export interface ChatSnapshot {
  /** None until the first message of a new conversation is sent. */
  sessionId: string | undefined
  state: ChatState
  connection: ConnectionStatus
  /** Why the server ended the connection. */
  refusal: RefusedError | undefined
  capabilities: ChatCapabilities
  /** With those that are answered, while their call runs. */
  pendingElicits: readonly PendingElicit[]
  pendingApprovals: readonly PendingApprovalState[]
  toolEmissions: readonly ToolEmissionTrackingState[]
  /** What was sent and is not in the log yet. */
  sending: readonly SendingMessage[]
  /** None until they are asked for. */
  sessions: readonly SessionSummary[] | undefined
}

/** The next snapshot, with what has not changed as it was. */
export function toSnapshot(
  last: ChatSnapshot | undefined,
  conversation: Conversation,
  sessions: readonly SessionSummary[] | undefined,
  isHandled: (question: PendingElicitState) => boolean,
): ChatSnapshot {
  const { sessionId, state, status, refusal, emissions, sending } = conversation
  const { capabilities, pendingApprovals, pendingElicits } = state
  const next: ChatSnapshot = {
    sessionId,
    state,
    connection: status,
    refusal,
    capabilities,
    pendingElicits: keep(last?.pendingElicits, toElicits(last, Object.values(pendingElicits), isHandled)),
    pendingApprovals: keep(last?.pendingApprovals, Object.values(pendingApprovals)),
    toolEmissions: emissions,
    sending,
    sessions: sessions && keep(last?.sessions, sessions),
  }
  const isSame = last !== undefined && (Object.keys(next) as (keyof ChatSnapshot)[]).every((k) => next[k] === last[k])
  return isSame ? last : next
}

function toElicits(
  last: ChatSnapshot | undefined,
  questions: readonly PendingElicitState[],
  isHandled: (question: PendingElicitState) => boolean,
): PendingElicit[] {
  return questions.map((question) => {
    const handled = isHandled(question)
    const known = last?.pendingElicits.find(({ elicitId }) => elicitId === question.elicitId)
    const isKnown = known?.handled === handled && last?.state.pendingElicits[question.elicitId] === question
    return isKnown ? known : { ...question, handled }
  })
}

const keep = <T>(last: readonly T[] | undefined, next: readonly T[]): readonly T[] =>
  last?.length === next.length && next.every((item, index) => item === last[index]) ? last : next
