import { PassThrough } from 'node:stream'
import { openTerminal } from '@sweatpants/framework/terminal'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Act, askFirst, say } from '../debate/fixtures/fake-table.ts'
import { setTable } from '../debate/fixtures/set-table.ts'
import { LIMITS } from '../debate/input.ts'
import type { ContextRequest } from '../session/context-request.ts'
import { request, TIME } from '../session/fixtures/debate.ts'
import { REQUESTS_PER_ROUND } from '../toolkit/request-book.ts'
import { answerPending, answerRequests } from './play.ts'
import { createProgress } from './progress.ts'

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

async function toList<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}

const nameOf = (agentId: string) => agentId

test('answerRequests asks the person each request, and an empty answer means unavailable', async () => {
  const { terminal, output } = openPipe('Four columns.\n\n')
  expect(await toList(answerRequests(requests, { terminal, signal, nameOf, say() {} }))).toEqual([
    { requestId: 'req_1', success: true, result: 'Four columns.' },
    { requestId: 'req_2', success: false, error: 'the person does not know' },
  ])
  expect(output.read()).toContain('ada_1 asks (required): what is req_1?\n  Reason: it decides the matter')
})

test('answerRequests answers the rest as unavailable once the input has ended', async () => {
  const { terminal } = openPipe('')
  const results = await toList(answerRequests(requests, { terminal, signal, nameOf, say() {} }))
  expect(results.map(({ success }) => success)).toEqual([false, false])
})

test('answerRequests without a terminal answers the required requests as unavailable, and says so', async () => {
  const said: string[] = []
  const results = await toList(
    answerRequests(requests, { terminal: undefined, signal, nameOf, say: (text) => said.push(text) }),
  )
  expect(results).toEqual([{ requestId: 'req_1', success: false, error: 'there is no one to ask' }])
  expect(said).toEqual(['  There is no terminal to ask for ada_1: what is req_1?'])
})

test('an interrupt rejects answerRequests', async () => {
  const input = new PassThrough()
  using terminal = openTerminal({ input, output: new PassThrough() })
  const interrupt = new AbortController()
  const answering = toList(answerRequests(requests, { terminal, signal: interrupt.signal, nameOf, say() {} }))
  interrupt.abort()
  await expect(answering).rejects.toThrow()
})

const open = async (acts: Record<string, Act>) => {
  const table = setTable(acts)
  const begun = await table.start({ topic: 'Tea or coffee?' })
  return { table, session: await table.finish(begun, { signal }) }
}

test('an interrupt keeps the answers that were given before it', async () => {
  const { table, session } = await open({
    ann: askFirst('How wide?', 'required', say('Tea')),
    bob: askFirst('How old?', 'required', say('Tea')),
  })
  const input = new PassThrough()
  const output = new PassThrough()
  using terminal = openTerminal({ input, output })
  using progress = createProgress(output)
  const interrupt = new AbortController()
  const answering = answerPending(table, session, { terminal, progress, signal: interrupt.signal })
  input.write('Four columns.\n')
  await vi.waitFor(async () => expect((await table.get(session.id)).pendingContextRequests).toHaveLength(1))
  interrupt.abort()
  await expect(answering).rejects.toThrow()
  expect((await table.get(session.id)).contextRequests[0]).toMatchObject({ answer: { result: 'Four columns.' } })
})

test('more requests are answered than one call takes', async () => {
  const asking: Act = ({ messages }) => {
    if (messages.length > 1) return say('Tea')
    const content = Array.from({ length: REQUESTS_PER_ROUND }, (_, i) => {
      const input = { query: `Number ${Math.random()}?`, reason: 'It matters.', priority: 'required' }
      return { type: 'tool_use' as const, id: `call_${i}`, name: 'request_context', input }
    })
    return { model: 'fake', content, stopReason: 'toolUse' }
  }
  const seats = Array.from({ length: LIMITS.agents }, (_, i) => [`seat_${i}`, asking])
  const { table, session } = await open(Object.fromEntries(seats))
  expect(session.pendingContextRequests.length).toBeGreaterThan(LIMITS.contextResults)
  using progress = createProgress(new PassThrough())
  await answerPending(table, session, { terminal: undefined, progress, signal })
  expect((await table.get(session.id)).pendingContextRequests).toEqual([])
})
