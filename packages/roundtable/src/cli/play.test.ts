import { PassThrough } from 'node:stream'
import { openTerminal } from '@sweatpants/framework/terminal'
import { expect, onTestFinished, test } from 'vitest'
import type { ContextRequest } from '../session/context-request.ts'
import { request, TIME } from '../session/fixtures/debate.ts'
import { answerRequests } from './play.ts'

const requests: ContextRequest[] = [
  { ...request('req_1'), timestamp: TIME },
  { ...request('req_2', { priority: 'optional' }), timestamp: TIME },
]

function openPipe(typed: string) {
  const input = new PassThrough()
  const output = new PassThrough({ encoding: 'utf8' })
  input.end(typed)
  const terminal = openTerminal({ input, output })
  onTestFinished(() => terminal[Symbol.dispose]())
  return { terminal, output }
}

const signal = new AbortController().signal
const nameOf = (agentId: string) => agentId

test('answerRequests asks the person each request, and an empty answer means unavailable', async () => {
  const { terminal, output } = openPipe('Four columns.\n\n')
  expect(await answerRequests(requests, { terminal, signal, nameOf, say() {} })).toEqual([
    { requestId: 'req_1', success: true, result: 'Four columns.' },
    { requestId: 'req_2', success: false, error: 'the person does not know' },
  ])
  expect(output.read()).toContain('ada_1 asks (required): what is req_1?\n  Reason: it decides the matter')
})

test('answerRequests answers the rest as unavailable once the input has ended', async () => {
  const { terminal } = openPipe('')
  const results = await answerRequests(requests, { terminal, signal, nameOf, say() {} })
  expect(results.map(({ success }) => success)).toEqual([false, false])
})

test('answerRequests without a terminal answers the required requests as unavailable, and says so', async () => {
  const said: string[] = []
  const results = await answerRequests(requests, {
    terminal: undefined,
    signal,
    nameOf,
    say: (text) => said.push(text),
  })
  expect(results).toEqual([{ requestId: 'req_1', success: false, error: 'there is no one to ask' }])
  expect(said).toEqual(['  There is no terminal to ask for ada_1: what is req_1?'])
})

test('an interrupt rejects answerRequests', async () => {
  const input = new PassThrough()
  using terminal = openTerminal({ input, output: new PassThrough() })
  const interrupt = new AbortController()
  const answering = answerRequests(requests, { terminal, signal: interrupt.signal, nameOf, say() {} })
  interrupt.abort()
  await expect(answering).rejects.toThrow()
})
