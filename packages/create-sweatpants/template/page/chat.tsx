import { RefusedError } from '@sweatpants/framework/chat'
import { useChatSession } from '@sweatpants/framework/react'
import { useCallback, useEffect, useState } from 'react'
import { Call } from './call.tsx'
import { Composer } from './composer.tsx'
import { Message } from './message.tsx'
import { plugins } from './plugins.ts'

export function Chat() {
  const [problem, setProblem] = useState<string>()
  const onError = useCallback((error: unknown) => {
    // A conversation that is not there any more: begin a new one.
    if (error instanceof RefusedError && error.status === 404) location.replace('/')
    else setProblem(error instanceof Error ? error.message : String(error))
  }, [])
  // The address names the conversation, so that a reload, or another tab, goes on with it.
  const [sessionId] = useState(() => location.hash.slice(1) || undefined)
  const session = useChatSession({ plugins, onError, ...(sessionId !== undefined && { sessionId }) })
  const { state, abort, pendingElicits } = session
  const shown = state.messages.length + pendingElicits.length
  const isDemo = state.capabilities.models[0] === 'demo'

  useEffect(() => {
    if (state.sessionId !== '') history.replaceState(null, '', `#${state.sessionId}`)
  }, [state.sessionId])
  useEffect(() => {
    if (shown > 0) scrollTo({ top: document.body.scrollHeight })
  }, [shown])

  const send = (text: string) => {
    setProblem(undefined)
    session.send(text)
  }
  return (
    <>
      <header>
        <h1>My tool</h1>
        <a href="/">New conversation</a>
      </header>
      <main>
        {state.messages.length === 0 && (
          <button type="button" className="example" onClick={() => send('Plan a vegetarian dinner for 4')}>
            Plan a vegetarian dinner for 4
          </button>
        )}
        {state.messages.map((message) => (
          <Message key={message.messageId} message={message}>
            {(toolUseId) => (
              <Call
                key={toolUseId}
                session={session}
                call={Object.values(state.toolCalls).find(
                  (call) => call.messageId === message.messageId && call.toolUseId === toolUseId,
                )}
              />
            )}
          </Message>
        ))}
        <p className="problem" role="alert">
          {problem ?? state.error?.message}
        </p>
      </main>
      <footer>
        <Composer isBusy={state.turn !== undefined} onSend={send} onStop={abort} />
        {isDemo && (
          <p className="note">The demo model answers: offline, by rules. Put a key into .env for a real one.</p>
        )}
      </footer>
    </>
  )
}
