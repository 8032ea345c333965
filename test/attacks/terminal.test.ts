import { join } from 'node:path'
import { expect, test } from 'vitest'
import { run } from '../cli/command.ts'

const tools = join(import.meta.dirname, 'control-sequences.ts')

/** Control characters other than line breaks and tabs, and marks that change the direction of a text. */
const CONTROL = /(?![\n\t])[\p{Cc}\u202e]/u

test.each([
  ['a result', 'say', '', 'said\n', ''],
  ['a question and data', 'ask', 'Ada\n', 'b"', 'Who are you?'],
  ['an error and a log line', 'fail', '', '', 'logged\nfail failed: failed'],
])('sweatpants call prints %s without control sequences', async (_, tool, input, result, message) => {
  const { stdout, stderr } = await run(['call', tools, tool], { input })
  expect(stdout).toContain(result)
  expect(stderr).toContain(message)
  expect(stdout + stderr).not.toMatch(CONTROL)
})

test('a mistake in the command is printed without control sequences', async () => {
  const { stderr, code } = await run(['call', tools, '\u001b[2Jnone'])
  expect(stderr).toContain('has no tool "none"')
  expect(stderr).not.toMatch(CONTROL)
  expect(code).toBe(2)
})
