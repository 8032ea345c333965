import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hi } from '../../packages/framework/src/models/fixtures/answers.ts'
import { listen } from '../../packages/framework/src/models/fixtures/loopback.ts'
import { run as debate } from '../../packages/roundtable/src/cli/fixtures/command.ts'
import { run } from '../cli/command.ts'
import { SEQUENCES } from './control-sequences.ts'

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

test.each([
  ['text', []],
  ['Markdown', ['--markdown']],
  ['JSON', ['--json']],
])('ai-roundtable prints the answers of models as %s without control sequences', async (_, format) => {
  const content = `${SEQUENCES}Yes, and here is why.`
  await using server = await listen(({ path }) =>
    path.includes('/api/tags')
      ? { body: { models: [{ name: `qwen3${SEQUENCES}` }, { name: 'qwen3' }] } }
      : { body: { ...hi.ollama, message: { role: 'assistant', content } } },
  )
  const options = ['--rounds', '1', '--agent-count', '2', ...format]
  const { stdout, stderr } = await debate(['debate', `${SEQUENCES}Tests?`, ...options], {
    env: { OLLAMA_BASE_URL: server.url },
  })
  expect(stdout).toContain('here is why')
  expect(stdout + stderr).not.toMatch(CONTROL)
})
