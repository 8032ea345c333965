import { Chat, useChat } from '@ai-sdk/react'
import { createChatTransport, hasAnswers, keepInStep, type UiTools } from '@sweatpants/framework/ai'
import type { UIDataTypes, UIMessage } from 'ai'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import type { tools } from './tool.ts'

type Message = UIMessage<unknown, UIDataTypes, UiTools<typeof tools>>

const id = location.hash.slice(1) || crypto.randomUUID()
location.hash = id
const transport = createChatTransport()
const messages: Message[] = await transport.load(id)
const chat = new Chat<Message>({ id, messages, transport, sendAutomaticallyWhen: hasAnswers })

function Page() {
  const { messages, sendMessage, addToolOutput, status } = useChat({ chat })
  useEffect(() => keepInStep(chat, transport), [])

  const showPart = (part: Message['parts'][number]) => {
    if (part.type === 'text') return <p>{part.text}</p>
    if (part.type !== 'tool-order_pizza.size' || part.state !== 'input-available') return null
    const { toolCallId, input } = part
    const answer = (size: string) =>
      addToolOutput({ tool: 'order_pizza.size', toolCallId, output: { action: 'accept', content: { size } } })
    return (
      <fieldset>
        <legend>{input.message}</legend>
        {input.context.sizes.map((size: string) => (
          <button type="button" key={size} onClick={() => answer(size)}>
            {size}
          </button>
        ))}
      </fieldset>
    )
  }
  return (
    <>
      {messages.map((message) => (
        <article key={message.id}>
          {message.parts.map((part, index) => (
            <div key={index}>{showPart(part)}</div>
          ))}
        </article>
      ))}
      <form action={(data) => void sendMessage({ text: String(data.get('text')) })}>
        <input name="text" aria-label="Message" disabled={status === 'submitted' || status === 'streaming'} />
      </form>
    </>
  )
}

createRoot(document.querySelector('main')!).render(<Page />)
