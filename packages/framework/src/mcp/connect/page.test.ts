import { expect, test } from 'vitest'
import { accept, createScriptedPeer, decline } from '../../testing/index.ts'
import type { ElicitEffect } from '../../tools/effects/elicit.ts'
import type { ElicitAnswer } from '../../tools/elicit.ts'
import { runTool } from '../../tools/run-tool.ts'
import { textOf, toolOf } from './fixtures/run-hosted.ts'
import { type Revision, startExternal, type Wire } from './fixtures/start-external.ts'

const WIRES: [Wire, Revision][] = [
  ['stdio', '2025'],
  ['http', '2026'],
]

test.each(WIRES)('a server over %s of %s sends the person to a page, if the person agrees', async (wire, revision) => {
  await using external = await startExternal(wire, revision)
  await using server = await external.connect({ capabilities: { url: true }, onError() {} })
  const asked: ElicitEffect[] = []
  const visit = async (url: string, answer: ElicitAnswer = accept(undefined)) => {
    const answered = (effect: ElicitEffect) => {
      asked.push(effect)
      return answer
    }
    const answers = { [revision === '2026' ? 'page' : 'question']: answered }
    const peer = createScriptedPeer({ answers })
    return runTool(toolOf(server, 'visit'), { url }, { peer, can: { elicitation: true, url: true } })
  }
  expect(textOf(await visit('https://pay.example/sign-in'))).toBe('visit: accept')
  expect(asked[0]).toMatchObject({ url: 'https://pay.example/sign-in', message: 'Sign in', origin: expect.any(String) })
  expect(textOf(await visit('http://127.0.0.1:3000/', decline()))).toBe('visit: decline')
  for (const url of ['http://pay.example/', 'javascript:alert(1)', 'file:///etc/passwd']) {
    const refused = await visit(url)
    expect(refused.type === 'failed' ? refused.error.message : textOf(refused)).toMatch(/not "|failed|error/i)
  }
  expect(asked).toHaveLength(2)
})

test('a host that opens no pages does not declare them', async () => {
  await using external = await startExternal('stdio', '2025')
  await using server = await external.connect({ onError() {} })
  const declared = await runTool(toolOf(server, 'declared'), {}, { peer: createScriptedPeer({}) })
  expect(JSON.parse(textOf(declared)!).elicitation).toEqual({ form: {} })
})
