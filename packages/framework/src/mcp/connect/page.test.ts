import { expect, test } from 'vitest'
import { accept, createScriptedPeer, decline } from '../../testing/index.ts'
import type { ElicitEffect } from '../../tools/effects/elicit.ts'
import type { ElicitAnswer } from '../../tools/elicit.ts'
import { succeeded } from '../../tools/outcome.ts'
import type { Peer } from '../../tools/peer.ts'
import { runTool } from '../../tools/run-tool.ts'
import { errorOf, textOf, toolOf, untilWithdrawn } from './fixtures/run-hosted.ts'
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

/** Opens a page by `visit`, and says "Continue" if `says` is true. Notes the keys of what it was asked. */
function createVisitor(visit: () => Promise<unknown>, says: boolean): Peer & { asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    answer(effect, signal) {
      if (effect.type !== 'elicit') return succeeded(undefined)
      asked.push(`${effect.key}: ${effect.message}`)
      if (effect.key === 'page') return visit().then(() => succeeded(accept(undefined)))
      return says ? succeeded(accept({})) : untilWithdrawn(signal)
    },
  }
}

test.each([
  ['the server says that the person is done', false],
  ['the person says so', true],
])('a call that is refused with -32042 is sent again once %s', async (_, says) => {
  await using external = await startExternal('stdio', '2025')
  await using server = await external.connect({ capabilities: { url: true } })
  const can = { elicitation: true, url: true }
  const visitor = createVisitor(() => runTool(toolOf(server, 'unlock'), { quiet: says }, { peer: visitor }), says)
  expect(textOf(await runTool(toolOf(server, 'locked'), {}, { peer: visitor, can }))).toBe('open')
  expect(visitor.asked[0]).toBe('page: Unlock it')
  expect(external.notes()).toEqual(['locked called', 'locked called'])
})

test('a call that is refused with -32042 fails if the person does not open the page, or cannot', async () => {
  await using external = await startExternal('stdio', '2025')
  await using server = await external.connect({ capabilities: { url: true } })
  const peer = createScriptedPeer({ answers: { page: decline() } })
  const declined = await runTool(toolOf(server, 'locked'), {}, { peer, can: { elicitation: true, url: true } })
  expect(errorOf(declined)).toMatchObject({ message: expect.stringContaining('Unlock it first') })
  const unable = await runTool(toolOf(server, 'locked'), {}, { peer: createScriptedPeer({}), can: { url: false } })
  expect(errorOf(unable)).toMatchObject({ failure: { code: -32042 } })
})
