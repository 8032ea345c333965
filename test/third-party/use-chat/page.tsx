import { Chat, useChat } from '@ai-sdk/react'
import { createChatTransport, hasAnswers, keepInStep, type UiTools } from '@sweatpants/framework/ai'
import { DefaultChatTransport, type UIMessage } from 'ai'
import { type FormEvent, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { tools } from './tools.ts'

type Message = UIMessage<{ turn: number }, { progress: { message: string } }, UiTools<typeof tools>>
type Part = Message['parts'][number]

/** `plain`: the SDK's own transport, with the endpoint that it names. `step`: a chat of its own that is kept in step. */
const params = new URLSearchParams(location.search)
const id = params.get('id') ?? crypto.randomUUID()
params.set('id', id)
history.replaceState(null, '', `?${params}`)

const transport = createChatTransport()
const api = params.get('plain')
const messages: Message[] =
  api === null ? await transport.load(id) : await fetch(`${api}/${id}`).then((response) => response.json())
const plain = api !== null && new DefaultChatTransport<Message>({ api })
const shared = { id, messages, transport: plain || transport, sendAutomaticallyWhen: hasAnswers }
const options = params.has('step') ? { chat: new Chat<Message>(shared) } : { ...shared, resume: true }

/** Version 5 has no approvals. */
interface Approving {
  addToolApprovalResponse?: (response: { id: string; approved: boolean; reason?: string }) => void
}

function Page() {
  const chat = useChat<Message>(options)
  const { messages: shown, status, error, sendMessage, regenerate, stop, addToolOutput } = chat
  const [text, setText] = useState('')
  useEffect(() => ('chat' in options ? keepInStep(options.chat, transport) : undefined), [])
  Object.assign(globalThis, { shown: { status, error: error?.message, messages: shown } })

  const send = (event: FormEvent) => {
    event.preventDefault()
    void sendMessage({ text })
    setText('')
  }
  const first = shown.find(({ role }) => role === 'user')?.id
  return (
    <>
      <p>Status: {status}</p>
      {shown.map((message) => (
        <article key={message.id}>
          {message.parts.map((part, index) => (
            <div key={index}>{show(part, addToolOutput, (chat as Approving).addToolApprovalResponse)}</div>
          ))}
        </article>
      ))}
      <form onSubmit={send}>
        <input aria-label="Message" value={text} onChange={(event) => setText(event.target.value)} />
      </form>
      <Button name="Leave" onPress={() => stop()} />
      <Button name="Stop" onPress={() => transport.stop(id)} />
      <Button name="Regenerate" onPress={() => regenerate()} />
      {first !== undefined && (
        <Button name="Edit" onPress={() => sendMessage({ text: 'think better', messageId: first })} />
      )}
    </>
  )
}

const Button = ({ name, onPress }: { name: string; onPress: () => unknown }) => (
  <button type="button" onClick={onPress}>
    {name}
  </button>
)

function show(
  part: Part,
  answer: ReturnType<typeof useChat<Message>>['addToolOutput'],
  approve: Approving['addToolApprovalResponse'],
) {
  if (part.type === 'text' || part.type === 'reasoning') return <p>{part.text}</p>
  if (part.type === 'data-progress') return <p>{part.data.message}</p>
  if (part.type === 'tool-book_flight.pickFlight' && part.state === 'input-available') {
    const { toolCallId, input } = part
    const pick = (flightId: string) =>
      answer({ tool: 'book_flight.pickFlight', toolCallId, output: { action: 'accept', content: { flightId } } })
    const names: string[] = [...input.context.flights, 'nope']
    return (
      <Question message={input.message}>
        {names.map((name) => (
          <Button key={name} name={name} onPress={() => pick(name)} />
        ))}
      </Question>
    )
  }
  if (part.type === 'tool-book_flight.confirm' && part.state === 'input-available') {
    const { toolCallId, input } = part
    const say = (content: { ok: boolean }) =>
      answer({ tool: 'book_flight.confirm', toolCallId, output: { action: 'accept', content } })
    return (
      <Question message={`${input.message} ${input.refusal ?? ''}`}>
        <Button name="Yes" onPress={() => say({ ok: true })} />
        <Button name="Wrong" onPress={() => say({ ok: 'maybe' as never })} />
      </Question>
    )
  }
  if (part.type === 'tool-poll_friends.friend' && part.state === 'input-available') {
    const { toolCallId, input } = part
    const output = { action: 'accept' as const, content: { food: `soup for ${input.context.who}` } }
    return (
      <Question message={input.message}>
        <Button
          name={`Feed ${input.context.who}`}
          onPress={() => answer({ tool: 'poll_friends.friend', toolCallId, output })}
        />
      </Question>
    )
  }
  // The states of approvals are not in the types of version 5.
  const { type, state, approval } = part as { type: string; state?: string; approval?: { id: string } }
  if (state === 'approval-requested') {
    return (
      <Question message={`May ${type} run?`}>
        <Button name="Allow" onPress={() => approve?.({ id: approval!.id, approved: true })} />
        <Button name="Deny" onPress={() => approve?.({ id: approval!.id, approved: false, reason: 'too risky' })} />
      </Question>
    )
  }
  if (!type.startsWith('tool-')) return null
  const { output, errorText } = part as { output?: unknown; errorText?: string }
  return <p>{`${type} ${state} ${JSON.stringify(output ?? errorText ?? null)}`}</p>
}

const Question = ({ message, children }: { message: string; children: React.ReactNode }) => (
  <fieldset>
    <legend>{message}</legend>
    {children}
  </fieldset>
)

createRoot(document.querySelector('main')!).render(<Page />)
