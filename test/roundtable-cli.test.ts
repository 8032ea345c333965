import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Caller } from './roundtable/caller.ts'
import { start } from './roundtable/server-process.ts'

// Nothing listens there, so an Ollama of this machine takes no seat.
const nobody = () => ({
  HOME: mkdtempSync(join(tmpdir(), 'roundtable-')),
  OLLAMA_BASE_URL: 'http://127.0.0.1:9',
})

const TOPIC = 'Should the museum be free?'

test('a debate in the terminal needs no key, reports its progress and prints the result', async () => {
  const { code, stdout, stderr } = await start(['debate', TOPIC, '--mode', 'adversarial'], nobody()).ended
  expect({ code, stderr }).toMatchObject({ code: 0 })
  expect(stdout).toContain(TOPIC)
  expect(stdout).toMatch(/demo/i)
  expect(stdout).toContain('The vote')
  expect(stderr).toMatch(/\b\w+: /)
})

test('an unknown mode is refused with the list of modes', async () => {
  const { code, stderr } = await start(['debate', TOPIC, '--mode', 'brawl'], nobody()).ended
  expect(code).not.toBe(0)
  expect(stderr).toContain('socratic')
})

test('the server over stdio needs no key, offers fourteen tools, and describes its panel', async () => {
  await using caller = await Caller.stdio('2026-07-28', [], nobody())
  expect((await caller.tools()).toSorted()).toEqual([
    'continue_roundtable',
    'control_session',
    'export_session',
    'get_agents',
    'get_citations',
    'get_consensus',
    'get_response_detail',
    'get_round_details',
    'get_session',
    'get_thoughts',
    'list_sessions',
    'record_outcome',
    'start_roundtable',
    'synthesize_debate',
  ])
  const told: string[] = []
  const { data } = await caller.call(
    'start_roundtable',
    { topic: TOPIC },
    { onProgress: (message) => told.push(message) },
  )
  expect(data).toMatchObject({ status: 'in_progress', roundNumber: 1, failures: [] })
  expect(data.agentResponses).toHaveLength(4)
  expect(data.metadata.notice).toMatch(/demo/)
  expect(told.length).toBeGreaterThanOrEqual(4)
  expect(told).toContainEqual(expect.stringMatching(/^Empiricist · demo: /))
  expect(data.agentResponses).toContainEqual(expect.objectContaining({ name: 'Empiricist · demo' }))
})
