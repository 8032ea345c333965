import { useChat } from '@ai-sdk/react'
import {
  AssistantRuntimeProvider,
  ComposerPrimitive,
  MessagePrimitive,
  makeAssistantToolUI,
  ThreadPrimitive,
} from '@assistant-ui/react'
import { useAISDKRuntime } from '@assistant-ui/react-ai-sdk'
import { createChatTransport, hasAnswers, type UiQuestion } from '@sweatpants/framework/ai'
import type { UIMessage } from 'ai'
import { createRoot } from 'react-dom/client'

const id = new URLSearchParams(location.search).get('id') ?? crypto.randomUUID()
history.replaceState(null, '', `?id=${id}`)
const transport = createChatTransport()
const messages: UIMessage[] = await transport.load(id)

const PickFlight = makeAssistantToolUI<UiQuestion<{ flights: string[] }>, unknown>({
  toolName: 'book_flight.pickFlight',
  render: ({ args, result, addResult }) =>
    result === undefined ? (
      <fieldset>
        <legend>{args.message}</legend>
        {args.context.flights.map((flightId: string) => (
          <button type="button" key={flightId} onClick={() => addResult({ action: 'accept', content: { flightId } })}>
            {flightId}
          </button>
        ))}
      </fieldset>
    ) : null,
})

const Confirm = makeAssistantToolUI<UiQuestion, unknown>({
  toolName: 'book_flight.confirm',
  render: ({ args, result, addResult }) =>
    result === undefined ? (
      <fieldset>
        <legend>{args.message}</legend>
        <button type="button" onClick={() => addResult({ action: 'accept', content: { ok: true } })}>
          Yes
        </button>
      </fieldset>
    ) : null,
})

const Message = () => (
  <MessagePrimitive.Root>
    <MessagePrimitive.Parts />
  </MessagePrimitive.Root>
)

function Page() {
  const chat = useChat({ id, messages, transport, resume: true, sendAutomaticallyWhen: hasAnswers })
  const runtime = useAISDKRuntime(chat)
  Object.assign(globalThis, { shown: { status: chat.status, error: chat.error?.message, messages: chat.messages } })
  return (
    <AssistantRuntimeProvider runtime={runtime}>
      <PickFlight />
      <Confirm />
      <ThreadPrimitive.Root>
        <ThreadPrimitive.Messages components={{ Message }} />
        <ComposerPrimitive.Root>
          <ComposerPrimitive.Input aria-label="Message" />
          <ComposerPrimitive.Send>Send</ComposerPrimitive.Send>
        </ComposerPrimitive.Root>
      </ThreadPrimitive.Root>
    </AssistantRuntimeProvider>
  )
}

createRoot(document.querySelector('main')!).render(<Page />)
