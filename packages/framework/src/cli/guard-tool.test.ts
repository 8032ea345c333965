import { expect, test } from 'vitest'
import { z } from 'zod'
import { createMemoryStore } from '../log/memory.ts'
import { accept, cancel, runScript } from '../testing/index.ts'
import { createMcpTool } from '../tools/builder.ts'
import { CallLimit } from './call-limit.ts'
import { type AuditEntry, guardTool, redact } from './guard-tool.ts'
import { toMatcher } from './to-matcher.ts'

const remove = createMcpTool('delete_file')
  .parameters(z.object({ path: z.string(), token: z.string().optional() }))
  .execute(function* ({ path }, ctx) {
    if (path === 'missing') throw new Error('no such file')
    return yield* ctx.step('delete', () => `deleted ${path}`)
  })
  .build()

function guard(...limits: string[]) {
  const entries: AuditEntry[] = []
  const store = createMemoryStore()
  const tool = guardTool(remove, {
    asks: toMatcher(['delete_*']),
    limits: limits.map((text) => new CallLimit(text, store)),
    audit: (entry) => void entries.push(entry),
  })
  return { tool, entries }
}

test('a call that is allowed is made and logged without its secrets', async () => {
  const { tool, entries } = guard()
  const run = await runScript(tool, { path: 'a', token: 'abc' }, { answers: { allow: accept({}) } })
  expect(run).toMatchObject({ value: 'deleted a' })
  expect(run.transcript[0]).toMatchObject({ message: expect.stringContaining('"path": "a"') })
  expect(entries).toMatchObject([
    { tool: 'delete_file', outcome: 'completed', arguments: { path: 'a', token: '[redacted]' } },
  ])
})

test('a call that is not allowed, fails or is over a limit is logged as such', async () => {
  const { tool, entries } = guard('1/day')
  const answers = { allow: accept({}) }
  await expect(runScript(tool, { path: 'missing' }, { answers })).rejects.toThrow('no such file')
  await expect(runScript(tool, { path: 'a' }, {})).rejects.toThrow(
    'the limit of 1/day is reached; try again in 86400 s',
  )
  const other = guard()
  await expect(runScript(other.tool, { path: 'a' }, { answers: { allow: cancel() } })).rejects.toThrow(
    'was not allowed',
  )
  expect([...entries, ...other.entries].map(({ outcome, problem }) => [outcome, problem])).toEqual([
    ['error', 'no such file'],
    ['refused', expect.stringContaining('is reached')],
    ['refused', 'the call of delete_file was not allowed'],
  ])
})

test('secrets are redacted by the names of their fields and by how they look, also inside lists', () => {
  const given = {
    password: 'p',
    apiKey: 'k',
    headers: [{ Authorization: 'x' }],
    note: 'sk-abc',
    list: ['ghp_abc', 'plain'],
    n: 1,
  }
  expect(redact(given)).toEqual({
    password: '[redacted]',
    apiKey: '[redacted]',
    headers: [{ Authorization: '[redacted]' }],
    note: '[redacted]',
    list: ['[redacted]', 'plain'],
    n: 1,
  })
  expect(redact({ text: 'a'.repeat(201) })).toEqual({ text: `${'a'.repeat(200)}… (201 characters)` })
})
