import { setTimeout as delay } from 'node:timers/promises'
import type { Model, ModelRequest } from '@sweatpants/framework/models'

export const WORDS = Array.from({ length: 40 }, (_, index) => `word${index} `)

/** Says or calls what the last message of the person asks for: `book Rome Oslo`, `wipe sda`, `poll`, `think`, `fail`. */
export const scriptedModel: Model = {
  id: 'scripted',
  async answer(request, { onPart, signal }) {
    const usage = { inputTokens: 7, outputTokens: 3 }
    const say = (text: string) => {
      onPart?.({ type: 'text', text })
      return { content: { type: 'text' as const, text }, model: 'scripted', stopReason: 'endTurn', usage }
    }
    const result = resultOf(request)
    if (result !== undefined) return say(`Done: ${result}`)
    const [verb = '', ...rest] = saidLast(request).split(' ')
    const call = callFor(verb, rest)
    if (call !== undefined) {
      const block = { type: 'tool_use' as const, id: 'call', ...call }
      onPart?.({ type: 'tool_use', block })
      return { content: block, model: 'scripted', stopReason: 'toolUse', usage }
    }
    if (verb !== 'think' && verb !== 'fail') return say(`You said ${verb}.`)
    onPart?.({ type: 'reasoning', text: 'Let me think.' })
    for (const text of WORDS) {
      await delay(25, undefined, { signal })
      onPart?.({ type: 'text', text })
      if (verb === 'fail' && text === WORDS[3]) throw new Error('the provider broke down')
    }
    const content = [
      { type: 'reasoning' as const, text: 'Let me think.' },
      { type: 'text' as const, text: WORDS.join('') },
    ]
    return { content: content as never, model: 'scripted', stopReason: 'endTurn', usage }
  },
}

function callFor(verb: string, [first = '', second = '']: string[]) {
  if (verb === 'book') return { name: 'book_flight', input: { from: first, to: second } }
  if (verb === 'wipe') return { name: 'wipe_disk', input: { disk: first } }
  return verb === 'poll' ? { name: 'poll_friends', input: {} } : undefined
}

const blocksOf = ({ messages }: ModelRequest) =>
  messages.map(({ role, content }) => ({ role, blocks: [content].flat() }))

function saidLast(request: ModelRequest): string {
  const said = blocksOf(request).findLast(
    ({ role, blocks }) => role === 'user' && blocks.some(({ type }) => type === 'text'),
  )
  return said?.blocks.map((block) => (block.type === 'text' ? block.text : '')).join('') ?? ''
}

/** What the tool returned, if that is the last thing that happened. */
function resultOf(request: ModelRequest): string | undefined {
  const last = blocksOf(request)
    .at(-1)
    ?.blocks.find(({ type }) => type === 'tool_result')
  if (last?.type !== 'tool_result') return undefined
  return last.content.map((block) => (block.type === 'text' ? block.text : '')).join('')
}
