import { useMemo, useState } from 'react'
import type { PendingElicitState } from '../chat/state.ts'
import { createInboxClient, type InboxClient, type InboxSnapshot } from '../inbox/client.ts'
import type { InboxQuestion } from '../inbox/question.ts'
import type { RequestOptions } from '../log/client/requests.ts'
import { defined } from '../tools/defined.ts'
import { useSyncExternalStore } from './react-18.ts'

/** The open questions that the user may answer. Changes of the options after the first render are ignored. */
export function useInbox(
  options: RequestOptions | InboxClient = {},
): InboxSnapshot & Pick<InboxClient, 'answer' | 'more'> {
  const [client] = useState(() => ('subscribe' in options ? options : createInboxClient(options)))
  const snapshot = useSyncExternalStore(client.subscribe, client.getSnapshot, client.getSnapshot)
  return useMemo(() => ({ ...snapshot, answer: client.answer, more: client.more }), [client, snapshot])
}

type Always = 'id' | 'toolName' | 'key' | 'message' | 'context' | 'attempt' | 'openedAt'
type Sometimes = 'plain' | 'schema' | 'refusal' | 'expiresAt' | 'ui' | 'origin'

/** A question that a form asks, such as one of the inbox. */
type FormQuestion = Pick<InboxQuestion, Always> & { readonly [Field in Sometimes]?: InboxQuestion[Field] | undefined }

/** Returns a question of the inbox as `ElicitForm` takes it. */
export const toFormQuestion = (question: FormQuestion): PendingElicitState => {
  const { id, toolName, key, message, plain, context, attempt, openedAt } = question
  const { schema, refusal, expiresAt, ui, origin } = question
  return {
    callId: '',
    elicitId: id,
    toolName,
    key,
    message,
    context: { ...context },
    attempt,
    timestamp: openedAt,
    status: 'pending',
    ...defined({ plain, schema, refusal, expiresAt, ui, origin }),
  }
}
