import { useEffect, useMemo, useState } from 'react'
import { type ChatClient, createChatClient } from '../chat/client/client.ts'
import type { ChatSnapshot } from '../chat/client/client-snapshot.ts'
import type { ChatClientOptions } from '../chat/client/conversations.ts'
import type { ChatState } from '../chat/state.ts'
import type { UserContent } from '../chat/user-content.ts'
import type { ElicitAnswer } from '../tools/elicit.ts'
import { useSyncExternalStore } from './react-18.ts'

/** All may change after the first render except `baseUrl`: a new one needs a new `key` on the component. */
export type UseChatSessionOptions = Pick<
  ChatClientOptions,
  'baseUrl' | 'sessionId' | 'tools' | 'plugins' | 'headers' | 'fetch' | 'onError'
>

export interface UseChatSessionReturn {
  state: ChatState
  send: (content: UserContent) => void
  /** Says something else instead of a message, on a new branch. */
  edit: (messageId: string, content: UserContent) => void
  /** Asks for another answer, on a new branch. */
  retry: (messageId: string) => void
  /** Lets the model go on with an answer that was stopped or cut off. */
  continueAnswer: (messageId: string) => void
  /** Shows the branch that a message is on. */
  switchTo: (messageId: string) => void
  abort: () => void
  reset: () => void
  capabilities: ChatState['capabilities']
  pendingApprovals: ChatSnapshot['pendingApprovals']
  approve: (callId: string) => void
  deny: (callId: string, reason?: string) => void
  pendingElicits: ChatSnapshot['pendingElicits']
  respondToElicit: (callId: string, elicitId: string, result: ElicitAnswer) => void
  /** The components that plugins show, in this page only. */
  toolEmissions: ChatSnapshot['toolEmissions']
  respondToEmission: (callId: string, emissionId: string, response: unknown) => void
}

/**
 * A conversation in a component. `onError` is called with the commands' errors. A page that needs more creates a client with
 * `createChatClient` and follows it with `useChatSnapshot`.
 *
 * ```tsx
 * const { state, send, toolEmissions, respondToEmission } = useChatSession({ plugins: [pickCard.plugin, bookFlight] })
 * ```
 */
export function useChatSession(options: UseChatSessionOptions = {}): UseChatSessionReturn {
  const { sessionId, tools, plugins, headers, fetch, onError } = options
  const [client] = useState(() => createChatClient(options))

  useEffect(
    () => client.update({ tools, plugins, headers, fetch, onError }),
    [client, tools, plugins, headers, fetch, onError],
  )
  useEffect(() => {
    if (sessionId !== undefined) client.open(sessionId)
  }, [client, sessionId])

  const { state, capabilities, pendingApprovals, pendingElicits, toolEmissions } = useChatSnapshot(client)
  const commands = useMemo(() => {
    const tell = (sent: Promise<unknown>): void => void sent.catch(onError ?? console.error)
    return {
      send: (content: UserContent) => tell(client.send(content)),
      edit: (messageId: string, content: UserContent) => tell(client.edit(messageId, content)),
      retry: (messageId: string) => tell(client.retry(messageId)),
      continueAnswer: (messageId: string) => tell(client.continueAnswer(messageId)),
      switchTo: (messageId: string) => tell(client.switchTo(messageId)),
      abort: () => tell(client.abort()),
      reset: () => tell(client.reset()),
      approve: (callId: string) => tell(client.approve(callId)),
      deny: (callId: string, reason?: string) => tell(client.deny(callId, reason)),
      respondToElicit: (callId: string, elicitId: string, result: ElicitAnswer) =>
        tell(client.respondToElicit(callId, elicitId, result)),
      respondToEmission: client.respondToEmission,
    }
  }, [client, onError])
  return { state, capabilities, pendingApprovals, pendingElicits, toolEmissions, ...commands }
}

/** The current snapshot of a client; the component renders again when it changes. */
export const useChatSnapshot = (client: ChatClient): ChatSnapshot =>
  useSyncExternalStore(client.subscribe, client.getSnapshot, client.getSnapshot)
