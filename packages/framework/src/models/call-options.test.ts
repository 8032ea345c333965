import { describe, expect, it } from 'vitest'
import type { McpMessage } from '../tools/message.ts'
import { fitHistory } from './call-options.ts'
import { plainTraits } from './provider.ts'

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

describe('fitHistory', () => {
  it('returns a history that every provider accepts unchanged', () => {
    expect(fitHistory(history('call_1'), plainTraits)).toEqual(history('call_1'))
  })

  it.each(['chat/a/1/c1_0', 'elicit_chat:0', 'x'.repeat(65)])(
    'replaces the id %s with one that every provider accepts',
    (id) => {
      const [asked, answered] = fitHistory(history(id), plainTraits)
      const use = (asked!.content as { id: string }[])[1]!.id
      expect(use).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
      expect(answered).toMatchObject({ content: [{ toolUseId: use }] })
      expect(fitHistory(history(`${id}1`), plainTraits)[0]).not.toMatchObject({ content: [{}, { id: use }] })
    },
  )

  it('removes reasoning if the provider does not accept it', () => {
    const [asked] = fitHistory(history('a'), { ...plainTraits, keepsReasoning: false })
    expect(asked!.content).toEqual([{ type: 'tool_use', id: 'a', name: 'look', input: { at: 'it' } }])
  })

  it('moves images out of a result if the provider does not accept them there', () => {
    const [, answered] = fitHistory(history('a'), { ...plainTraits, resultFiles: false })
    expect(answered!.content).toEqual([
      { type: 'tool_result', toolUseId: 'a', content: [{ type: 'text', text: 'seen' }] },
      image,
    ])
  })

  it('converts calls and results to text for a model without tools', () => {
    const told = fitHistory(history('a'), { structured: 'native', tools: false, keepsReasoning: false })
    expect(told).toEqual([
      { role: 'assistant', content: [{ type: 'text', text: '\n[called look with {"at":"it"}]\n' }] },
      { role: 'user', content: [{ type: 'text', text: '\n[result: seen]\n' }] },
    ])
  })
})
