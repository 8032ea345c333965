import { Client } from '@modelcontextprotocol/client'
import { InMemoryTransport, Server, type ServerContext } from '@modelcontextprotocol/server'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { expect, test } from 'vitest'
import { contractAnswer, peerContract } from '../../testing/peer-contract.ts'
import { describeContract } from '../../testing/vitest.ts'
import { createMcpTool } from '../../tools/builder.ts'
import { deferred } from '../../tools/outcome.ts'
import { runTool } from '../../tools/run-tool.ts'
import { jsonSchema } from '../../tools/schema.ts'
import { ProgressLine } from '../core/progress.ts'
import { Sampler } from '../core/sampler.ts'
import type { SessionCall } from './session-call.ts'
import { SessionPeer } from './session-peer.ts'

const ANYTHING: StandardSchemaV1 = {
  '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value }) },
}

/** An official client with the person of the contract, and a call of its that is never answered. */
async function createPeer() {
  const server = new Server({ name: 'server', version: '1' }, { capabilities: { logging: {}, tools: {} } })
  const client = new Client({ name: 'client', version: '1' }, { capabilities: { elicitation: {} } })
  const attempts = new Map<string, number>()
  client.setRequestHandler('elicitation/create', ({ params }) => {
    const message = /Say: .*/.exec(params.message)![0]
    const attempt = (attempts.get(message) ?? 0) + 1
    attempts.set(message, attempt)
    return contractAnswer(message, attempt) ?? new Promise<never>(() => {})
  })
  const called = Promise.withResolvers<ServerContext['mcpReq']>()
  server.fallbackRequestHandler = (_request, context) => {
    called.resolve(context.mcpReq)
    return new Promise(() => {})
  }
  const [near, far] = InMemoryTransport.createLinkedPair()
  await Promise.all([server.connect(near), client.connect(far)])
  client.callTool({ name: 'contract' }, { onprogress: () => {} }).catch(() => {})
  const line = await called.promise
  const ask: SessionCall['ask'] = (request, { signal }) => line.send(request as never, ANYTHING, { signal })
  const progress = new ProgressLine(line._meta?.progressToken, (params) => {
    void line.notify({ method: 'notifications/progress', params } as never)
  })
  const tellProgress: SessionCall['tellProgress'] = () => progress
  const sampler = new Sampler(undefined, 'client-first')
  const peer = new SessionPeer({ ...line, ask, tellProgress } as never, { elicitation: {} }, sampler, { runId: 'run' })
  const close = () => {
    progress.stop()
    return client.close()
  }
  return { peer, close }
}

describeContract('the peer of a session', peerContract(createPeer))

test('a question that is open when the session closes is let go of, so that the run can end with its finally', async () => {
  const { peer, close } = await createPeer()
  const asked = Promise.withResolvers<{ answer: Promise<unknown> }>()
  const tool = createMcpTool('asker')
    .elicits({ word: { response: jsonSchema({ type: 'object', properties: {} }) } })
    .execute((_, ctx) => ctx.elicit('word', { message: 'Say: nothing' }))
    .build()
  const halt = new AbortController()
  const run = runTool(tool, undefined, {
    signal: halt.signal,
    peer: {
      answer(effect, signal) {
        const answer = Promise.resolve(peer.answer(effect, signal))
        asked.resolve({ answer })
        return answer
      },
    },
  })
  const { answer } = await asked.promise
  await close()
  expect(await answer).toBe(deferred)
  halt.abort()
  const result = await run
  expect((result.type === 'parked' ? await result.resume() : result).type).toBe('cancelled')
})
