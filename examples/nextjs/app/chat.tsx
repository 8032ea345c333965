'use client'

import { ElicitForm, useChatSession } from '@sweatpants/framework/react'
import { useEffect } from 'react'

/** The address names the conversation, so that a reload goes on with it. */
const toSessionId = () => (typeof location === 'undefined' ? undefined : location.hash.slice(1) || undefined)

export function Chat({ user }: { user: string }) {
  const sessionId = toSessionId()
  const chat = useChatSession(sessionId === undefined ? {} : { sessionId })
  const { state } = chat
  useEffect(() => {
    if (state.sessionId !== '') history.replaceState(null, '', `#${state.sessionId}`)
  }, [state.sessionId])
  return (
    <main>
      <h1>Hello {user}</h1>
      {state.messages.map(({ messageId, content }) => (
        <article key={messageId}>{content.map((block) => (block.type === 'text' ? block.text : '')).join('')}</article>
      ))}
      {Object.values(state.toolCalls).map((call) => (
        <output key={call.callId}>{call.result === undefined ? call.status : String(call.result)}</output>
      ))}
      {chat.pendingElicits
        .filter(({ status }) => status === 'pending')
        .map((question) => (
          <ElicitForm
            key={question.elicitId}
            question={question}
            onRespond={(answer) => chat.respondToElicit(question.callId, question.elicitId, answer)}
          />
        ))}
      <form action={(form: FormData) => void chat.send(String(form.get('text')))}>
        <input name="text" aria-label="Message" />
      </form>
    </main>
  )
}
