import { describe, expect, it } from 'vitest'
import type { McpMessage } from '../tools/message.ts'
import { fitHistory } from './fit-history.ts'
import { plainTraits } from './traits.ts'

const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' } as const
const history = (id: string): McpMessage[] => [
  {
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'Hm.' },
      { type: 'tool_use', id, name: 'look', input: { at: 'it' } },
    ],
  },
  { role: 'user', content: [{ type: 'tool_result', toolUseId: id, content: [{ type: 'text', text: 'seen' }, image] }] },
]

describe('a history', () => {
  it('that every provider takes stays as it is', () => {
    expect(fitHistory(history('call_1'), plainTraits)).toEqual(history('call_1'))
  })

  it.each(['chat/a/1/c1_0', 'elicit_chat:0', 'x'.repeat(65)])('has ids that every provider takes: %s', (id) => {
    const [asked, answered] = fitHistory(history(id), plainTraits)
    const use = (asked!.content as { id: string }[])[1]!.id
    expect(use).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
    expect(answered).toMatchObject({ content: [{ toolUseId: use }] })
    expect(fitHistory(history(`${id}1`), plainTraits)[0]).not.toMatchObject({ content: [{}, { id: use }] })
  })

  it('leaves thoughts out where they cannot be sent back', () => {
    const [asked] = fitHistory(history('a'), { ...plainTraits, keepsReasoning: false })
    expect(asked!.content).toEqual([{ type: 'tool_use', id: 'a', name: 'look', input: { at: 'it' } }])
  })

  it('has the pictures of a result beside it where a result cannot hold them', () => {
    const [, answered] = fitHistory(history('a'), { ...plainTraits, resultFiles: false })
    expect(answered!.content).toEqual([
      { type: 'tool_result', toolUseId: 'a', content: [{ type: 'text', text: 'seen' }] },
      image,
    ])
  })

  it('is told in words to a model that knows no tools', () => {
    const told = fitHistory(history('a'), { structured: 'native', tools: false, keepsReasoning: false })
    expect(told).toEqual([
      { role: 'assistant', content: [{ type: 'text', text: '\n[called look with {"at":"it"}]\n' }] },
      { role: 'user', content: [{ type: 'text', text: '\n[result: seen]\n' }] },
    ])
  })
})
