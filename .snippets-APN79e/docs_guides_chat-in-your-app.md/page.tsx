export {}



































































import { ElicitForm, Emission, Markdown, useChatSession } from '@sweatpants/framework/react'
import { plugins } from './plugins.ts'

export function Chat() {
  const chat = useChatSession({ plugins })
  return (
    <main>
      {chat.state.messages.map(({ messageId, content, status }) => (
        <article key={messageId}>
          {content.map(
            (block, index) =>
              block.type === 'text' && <Markdown key={index} text={block.text} streaming={status === 'streaming'} />,
          )}
        </article>
      ))}
      {chat.pendingApprovals
        .filter(({ status }) => status === 'pending')
        .map(({ callId, toolName }) => (
          <p key={callId}>
            May {toolName} run? <button onClick={() => chat.approve(callId)}>Yes</button>
            <button onClick={() => chat.deny(callId)}>No</button>
          </p>
        ))}
      {chat.toolEmissions.map((emission) => (
        <Emission key={emission.emissionId} emission={emission} onRespond={chat.respondToEmission} />
      ))}
      {chat.pendingElicits
        .filter(({ handled, status }) => !handled && status === 'pending')
        .map((question) => (
          <ElicitForm
            key={question.elicitId}
            question={question}
            onRespond={(answer) => chat.respondToElicit(question.callId, question.elicitId, answer)}
          />
        ))}
      <form action={(form) => chat.send(String(form.get('text')))}>
        <input name="text" aria-label="Message" />
      </form>
    </main>
  )
}
