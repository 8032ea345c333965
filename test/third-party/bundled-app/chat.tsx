'use client'

import { definePlugin, type RenderProps } from '@sweatpants/framework'
import { createChatTransport } from '@sweatpants/framework/ai'
import { ElicitForm, Emission, Markdown, useChatSession } from '@sweatpants/framework/react'
import type { greet } from './tool.ts'

function NameCard({ hint, onRespond }: RenderProps<{ name: string }> & { hint: string }) {
  return (
    <button type="button" onClick={() => onRespond({ name: 'Ada' })}>
      {hint}
    </button>
  )
}

/** Handles one question, and leaves the other to the form. */
const plugin = definePlugin<typeof greet>('greet').views({ name: NameCard }).build()

const plugins = [plugin]

/** For a page that uses the hooks of another library. */
export const transport = createChatTransport({ baseUrl: '/api/chat' })

export function Chat() {
  const { state, send, toolEmissions, respondToEmission, pendingElicits, respondToElicit } = useChatSession({ plugins })
  return (
    <main>
      <button type="button" onClick={() => send('hello')}>
        Send
      </button>
      <Markdown text={`${state.messages.length} messages`} />
      {toolEmissions.map((emission) => (
        <Emission key={emission.emissionId} emission={emission} onRespond={respondToEmission} />
      ))}
      {pendingElicits.map((question) => (
        <ElicitForm
          key={question.elicitId}
          question={question}
          onRespond={(answer) => respondToElicit(question.callId, question.elicitId, answer)}
        />
      ))}
    </main>
  )
}
