import type { Model } from '@sweatpants/framework/models'
import { streamText } from 'ai'
import type { LanguageModel } from './formats.ts'

// The AI SDK logs that it does not know the model.
globalThis.AI_SDK_LOG_WARNINGS = false

const QUESTION = 'Tell me a story.'

/** The least that there is to do: find the events, parse them, join their texts. */
export async function readEvents(url: string, textOf: (event: unknown) => string | undefined): Promise<string> {
  const body = JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: QUESTION }] })
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const decoder = new TextDecoder()
  let text = ''
  let rest = ''
  for await (const chunk of response.body!) {
    const events = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
    rest = events.pop()!
    for (const event of events) {
      const data = event.slice(event.indexOf('data: ') + 6)
      if (data !== '[DONE]') text += textOf(JSON.parse(data)) ?? ''
    }
  }
  return text
}

export async function readModel(model: LanguageModel): Promise<string> {
  const { stream } = await model.doStream({ prompt: [{ role: 'user', content: [{ type: 'text', text: QUESTION }] }] })
  const reader = stream.getReader()
  let text = ''
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    if (read.value.type === 'text-delta') text += read.value.delta
  }
  return text
}

export async function readAnswer(model: Model): Promise<string> {
  let text = ''
  await model.answer(
    { messages: [{ role: 'user', content: { type: 'text', text: QUESTION } }] },
    {
      signal: new AbortController().signal,
      onPart(part) {
        if (part.type === 'text') text += part.text
      },
    },
  )
  return text
}

export async function readStreamText(model: LanguageModel): Promise<string> {
  let text = ''
  for await (const delta of streamText({ model, prompt: QUESTION }).textStream) text += delta
  return text
}
