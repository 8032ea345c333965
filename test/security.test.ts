import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LIMITS } from '@sweatpants/roundtable'
import { expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../packages/framework/src/mcp/serve-options.ts'
import { MAX_ENTRY_SIZE } from '../packages/framework/src/tools/json.ts'
import { MAX_LEVELS } from '../packages/framework/src/tools/parse-json.ts'

const page = readFileSync(join(import.meta.dirname, '../SECURITY.md'), 'utf8')

/** The default that the table has for a limit. */
function told(limit: string): string | undefined {
  const row = page.split('\n').find((line) => line.startsWith('|') && line.split('|')[2]?.trim() === limit)
  return row?.split('|')[3]?.trim()
}

const count = (...numbers: number[]): string => numbers.map((number) => number.toLocaleString('en')).join(', ')

test.each([
  ['bytes of a request', `${DEFAULT_LIMITS.body / 1024 / 1024} MiB`],
  ['sessions of 2025 at once', count(DEFAULT_LIMITS.sessions)],
  ['idle time of a 2025 session', `${DEFAULT_LIMITS.sessionIdle / 60_000} minutes`],
  ['open `subscriptions/listen` streams', count(DEFAULT_LIMITS.subscriptions)],
  ['time that a task is kept, from its start and again from its end', `${DEFAULT_LIMITS.taskTtl / 3_600_000} hours`],
  ['levels of nesting', count(MAX_LEVELS)],
  ['characters of one entry: arguments, an answer, the result of a step', count(MAX_ENTRY_SIZE)],
  ['characters of a topic, a focus question, a persona', count(LIMITS.topic, LIMITS.focusQuestion, LIMITS.persona)],
  ['seats, rounds, possible answers', count(LIMITS.agents, LIMITS.rounds, LIMITS.answers)],
  ['context results of a call, characters of each', count(LIMITS.contextResults, LIMITS.contextResult)],
])('SECURITY.md tells the limit that holds: %s', (limit, expected) => {
  expect(told(limit)).toBe(expected)
})
