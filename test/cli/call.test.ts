import { expect, test } from 'vitest'
import { fixture, run, start } from './command.ts'

const tools = fixture('tools.ts')

test('call prints only the result on stdout, as JSON', async () => {
  const { code, stdout, stderr } = await run(['call', tools, 'add', '{"a":1,"b":2}'])
  expect(stdout).toBe('{\n  "sum": 3\n}\n')
  expect(stderr).toBe('the fixture is loaded\n')
  expect(code).toBe(0)
})

test('call asks questions on stderr and reads answers from stdin', async () => {
  const { code, stdout, stderr } = await run(['call', tools, 'greet', '{"greeting":"Hello"}'], { input: 'Ada\nyes\n' })
  expect(stderr).toContain('Who are you?\nName: Ada\n')
  expect(stderr).toContain('Loudly?\n')
  expect(stdout).toBe('HELLO, ADA!\n')
  expect(code).toBe(0)
})

test('call with - reads arguments from stdin and cancels questions', async () => {
  const sum = await run(['call', tools, 'add', '-'], { input: '{"a":20,"b":22}' })
  expect(sum.stdout).toContain('"sum": 42')
  const { code, stderr } = await run(['call', tools, 'greet', '-'], { input: '{"greeting":"Hello"}' })
  expect(stderr).toMatch(/greet failed: nobody is here\n$/)
  expect(code).toBe(1)
})

test('call ends with exit code 1 if the result is an error', async () => {
  const { code, stdout } = await run(['call', tools, 'picture'])
  expect(stdout).toBe('no picture\n')
  expect(code).toBe(1)
})

test('SIGINT cancels the call, with exit code 130', async () => {
  await using command = start(['call', tools, 'greet', '{"greeting":"Hello"}'])
  await command.until(/Name: /)
  command.child.kill('SIGINT')
  const { code, stderr } = await command.ended
  expect(stderr).toMatch(/Cancelled\.\n$/)
  expect(code).toBe(130)
})
