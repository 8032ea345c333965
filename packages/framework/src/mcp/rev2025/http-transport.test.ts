import { expect, it } from 'vitest'
import { Catalog } from '../core/catalog.ts'
import { HttpTransport } from './http-transport.ts'
import type { SessionEvent } from './restore.ts'
import type { StoredSession } from './stored-session.ts'

it('V2 stores the answer to a question whose run was let go before the session is left, and none to one that was not sent', async () => {
  const events: SessionEvent[] = []
  // The transport only appends to it.
  const stored = {
    base: 1_000_000,
    append: async (...more: SessionEvent[]) => void events.push(...more),
  } as unknown as StoredSession
  const transport = new HttpTransport('s', new Catalog({ tools: [] }), undefined, stored)
  const request = { jsonrpc: '2.0' as const, id: 7, method: 'tools/call', params: { name: 'asks' } }
  const call = {
    runId: 'r',
    stream: 1,
    request,
    isCancelled: false,
    progress: undefined,
    questions: new Map([
      ['ask-r-sure~1', { jsonrpc: '2.0' as const, id: 'ask-r-sure~1', method: 'elicitation/create' }],
    ]),
    answers: [],
  }
  transport.restore({ messages: [], calls: [call], requests: [call], sent: [] }, stored)
  const answers = ['ask-r-sure~1', 'ask-r-sure~2', 'ask-other-sure~1'].map((id) => ({
    jsonrpc: '2.0' as const,
    id,
    result: {},
  }))
  expect(answers.map((answer) => transport.concernedBy(answer))).toEqual([[{ type: 'tool', name: 'asks' }], [], []])
  expect(await transport.storeAnswers(answers)).toEqual(answers)
  await transport.storeAnswers(answers)
  expect(events).toEqual([{ type: 'answer', message: answers[0] }])
})
