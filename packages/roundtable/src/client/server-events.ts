import { UnreachableError } from '@sweatpants/framework/chat'

export interface ServerEvent {
  id: string
  data: string
}

/** Takes events out of a stream as our server writes them, chunk by chunk, wherever it is cut. A sign of life has none. */
export async function* readEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent[], void, void> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(brokenOff)
      if (done) return
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n')
      rest = blocks.pop()!
      yield blocks.flatMap(toEvent)
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function toEvent(block: string): ServerEvent[] {
  const [, id, data] = /^id: (.*)\ndata: (.*)$/.exec(block) ?? []
  return id === undefined || data === undefined ? [] : [{ id, data }]
}

function brokenOff(cause: unknown): never {
  throw new UnreachableError('the event stream broke off', { cause })
}
