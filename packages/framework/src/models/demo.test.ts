import { createDemoModel } from '@sweatpants/demo-model'
import { expect, test } from 'vitest'
import { ask, textOf } from './fixtures/ask.ts'
import { fromLanguageModel } from './language-model.ts'
import { resolveModel } from './resolve.ts'

test('the adapter streams the demo model and returns its tool calls', async () => {
  const model = fromLanguageModel(createDemoModel({ pace: 'instant' }))
  const inputSchema = { type: 'object', properties: { expression: { type: 'string' } }, required: ['expression'] }
  const heard: string[] = []
  const reply = await model.answer(
    {
      messages: [{ role: 'user', content: { type: 'text', text: 'what is 2 + 3?' } }],
      tools: [{ name: 'calculator', inputSchema }],
    },
    { signal: new AbortController().signal, onPart: (part) => heard.push(part.type) },
  )
  expect(reply).toMatchObject({
    model: 'demo/demo',
    stopReason: 'toolUse',
    content: [{ type: 'tool_use', input: { expression: '2 + 3' } }],
  })
  expect(heard).toEqual(['tool_use'])
})

test('the id demo names the model that an application hands in, also without a choice', async () => {
  const greeter = { ability: 'greet', read: () => ({ answer: { type: 'text' as const, text: 'Good day.' } }) }
  const demo = createDemoModel({ voices: [greeter] })
  for (const choice of ['demo', undefined]) {
    const model = await resolveModel(choice, { env: { MODEL: 'demo' }, demo })
    expect(model.id).toBe('demo')
    expect(textOf(await ask(model))).toBe('Good day. (demo model, offline)')
  }
})
