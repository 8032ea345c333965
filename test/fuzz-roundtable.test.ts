import { createMemoryStore } from '@sweatpants/framework/chat'
import type { McpServer } from '@sweatpants/framework/mcp'
import { serveRoundtable } from '@sweatpants/roundtable'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import {
  askFirst,
  createFakeTable,
  type FakeTable,
  say,
} from '../packages/roundtable/src/debate/fixtures/fake-table.ts'
import { continueInput, startInput } from './fuzz/debate-inputs.ts'
import { fuzz } from './fuzz/fuzz.ts'
import { mutated } from './fuzz/mutate.ts'
import { watchResources } from './fuzz/open-resources.ts'
import { fill } from './fuzz/requests.ts'
import { request, sendBody, toRequest } from './mcp/rpc.ts'

const errors: unknown[] = []
let checkResources: () => Promise<void>
let table: FakeTable
let server: McpServer
let listening: { url: string; close(): Promise<void> }
let sessionId: string
let requestId: string

beforeAll(async () => {
  checkResources = watchResources()
  const store = createMemoryStore()
  table = createFakeTable(
    { ada: askFirst('How many?', 'optional', say('Tabs.')), bob: () => say('Spaces.') },
    { store },
  )
  server = serveRoundtable({ roundtable: table, store, onError: (error) => errors.push(error) })
  listening = await server.listen()
  const { structuredContent } = await request(listening.url, 'tools/call', {
    name: 'start_roundtable',
    arguments: { topic: 'Tabs or spaces?', rounds: 10 },
  })
  const { sessionId: id, contextRequests } = structuredContent as {
    sessionId: string
    contextRequests: { id: string }[]
  }
  sessionId = id
  requestId = contextRequests[0]!.id
})

afterAll(async () => {
  await Promise.all([server.close(), listening.close()])
  await table.close()
  await checkResources()
})

/** Every tool with all that it takes; where it says so, the ids of a debate are put in. */
const CALLS: readonly [string, object][] = [
  ['start_roundtable', startInput('ada', 'bob')],
  ['continue_roundtable', { sessionId: '<session>', ...continueInput }],
  ['get_consensus', { sessionId: '<session>' }],
  ['get_agents', {}],
  ['list_sessions', { limit: 20 }],
  ['get_session', { sessionId: '<session>' }],
  ['get_round_details', { sessionId: '<session>', round: 1 }],
  ['get_response_detail', { sessionId: '<session>', agentId: 'ada', round: 1 }],
  ['get_citations', { sessionId: '<session>', agentId: 'ada', round: 1 }],
  ['get_thoughts', { sessionId: '<session>', agentId: 'ada' }],
  ['synthesize_debate', { sessionId: '<session>' }],
  ['export_session', { sessionId: '<session>', format: 'json' }],
  ['record_outcome', { sessionId: '<session>', outcome: 'wrong' }],
  ['control_session', { sessionId: '<session>', action: 'pause' }],
  ['control_session', { sessionId: '<session>', action: 'resume' }],
]

/** Parameters that the method does not take, and a message that is nested too deeply to be looked at. */
const [INVALID, UNREADABLE] = [-32602, -32700]

describe('the tools of the roundtable', () => {
  fuzz(
    'take or refuse arguments with a few parts changed, with a code and a sentence, and the debate can still be read',
    fc.constantFrom(...CALLS).chain(([name, args]) => mutated(args, 3).map((changed) => ({ name, changed }))),
    async ({ name, changed }) => {
      const { headers, body } = toRequest('tools/call', { name, arguments: changed ?? {} })
      const filled = fill(body, { '<session>': sessionId, '<request>': requestId })
      const { result, error } = await sendBody(listening.url, String(filled), headers)
      expect(errors, 'nothing that a caller sends is an error of ours').toEqual([])
      if (error !== undefined) expect([INVALID, UNREADABLE]).toContain(error.code)
      if (result?.isError) {
        // What no tool of any server takes, as a depth that no journal holds, has no code.
        if (result.structuredContent !== undefined)
          expect(result.structuredContent).toMatchObject({ code: expect.stringMatching(/^[a-z_]+$/) })
        expect(result.content?.[0]?.text.split(' ').length, result.content?.[0]?.text).toBeGreaterThan(2)
      }
      const read = await request(listening.url, 'tools/call', { name: 'get_session', arguments: { sessionId } })
      expect(read.isError).toBeUndefined()
    },
    { runs: 250 },
  )
})
