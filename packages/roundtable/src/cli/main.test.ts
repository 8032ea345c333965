import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, onTestFinished, test } from 'vitest'
import { fromJson } from '../export/from-json.ts'
import { createFolder, environment, main, run, start } from './fixtures/command.ts'

test('help and version go to stdout', async () => {
  const [help, version] = await Promise.all([run(['debate', '--help']), run(['--version'])])
  expect(help).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/^Usage: ai-roundtable[\s\S]*\n {4}delphi /),
  })
  expect(version).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
})

test.each([
  [['debat', 'x'], 'there is no command "debat"'],
  [['debate'], 'debate takes a topic'],
  [['debate', 'x', '--rounds', 'many'], 'rounds: '],
  [['debate', 'x', '--mode', 'shouting'], 'mode: '],
  [['debate', 'x', '--answers', 'yes'], 'answers: '],
  [['debate', 'x', '--json', '--markdown'], 'choose --json or --markdown'],
  [['--http', '99999'], '--http takes a port'],
  [['--store', 'mysql://x'], 'a store is a file or postgres://…'],
  [['--colour'], "Unknown option '--colour'"],
])('%j is a mistake, told in a sentence', async (args, sentence) => {
  const { code, stdout, stderr } = await run(args)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(`ai-roundtable: ${sentence}`)
  expect(stderr.trim().split('\n')).toHaveLength(1)
})

test('without a key the demo panel debates, says what it is, and prints the result alone to stdout', async () => {
  const folder = createFolder()
  const debate = ['debate', 'Should we write tests?', '--rounds', '2', '--answers', 'yes,no']
  const { code, stdout, stderr } = await run(debate, { folder })
  expect(stderr).toMatch(/Every seat is played by the offline demo model/)
  expect(stderr).toMatch(/Round 1 of 2\n[\s\S]*demo_1: [\s\S]*Round 2 of 2\n/)
  expect(stdout).toMatch(/^Should we write tests\?\n\nAnswer {6}\w+\nAgreement /)
  expect(code).toBe(0)
  expect(existsSync(join(folder, 'ai-roundtable/roundtable.db'))).toBe(true)
})

test('the whole debate can be printed as JSON that imports', async () => {
  const { code, stdout } = await run(['debate', 'Tabs or spaces?', '--rounds', '1', '--agent-count', '2', '--json'])
  expect(code).toBe(0)
  expect(fromJson(stdout)).toMatchObject({ topic: 'Tabs or spaces?', status: 'completed', seats: [{}, {}] })
})

test('a debate is gone on with by its id, also with one more question', async () => {
  const folder = createFolder()
  const { stdout } = await run(['debate', 'Tabs or spaces?', '--rounds', '1', '--markdown'], { folder })
  expect(stdout).toContain('Tabs or spaces?')
  const summary = await run(['debate', 'Cats or dogs?', '--rounds', '1'], { folder })
  const [, id] = /Session (\S+)/.exec(summary.stdout)!
  expect(await run(['continue', id!], { folder })).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('ai-roundtable: The debate is over; give a focusQuestion'),
  })
  const more = await run(['continue', id!, '--focus', 'And fish?', '--json'], { folder })
  expect(fromJson(more.stdout)).toMatchObject({ id, currentRound: 2, rounds: [{}, { focusQuestion: 'And fish?' }] })
})

test('over stdio nothing but the protocol is on stdout', async () => {
  const folder = createFolder()
  const problems: Error[] = []
  const client = new Client({ name: 'test', version: '1.0.0' })
  client.onerror = (error) => problems.push(error)
  const args = ['--conditions=@sweatpants/source', main]
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args,
      cwd: folder,
      env: environment(folder),
      stderr: 'ignore',
    }),
  )
  onTestFinished(() => client.close())
  const { structuredContent } = await client.callTool({ name: 'get_agents', arguments: {} })
  expect(structuredContent).toMatchObject({ notice: expect.stringContaining('offline demo model') })
  const started = await client.callTool({ name: 'start_roundtable', arguments: { topic: 'Tabs or spaces?' } })
  expect(started.structuredContent).toMatchObject({ status: 'in_progress', agentResponses: [{}, {}, {}, {}] })
  expect(problems).toEqual([])
})

test('over HTTP it says where it is, and ends on a signal', async () => {
  const { until, child, ended } = start(['--http', '0'])
  const [, url] = await until(/served over (http\S+\/mcp)/)
  const refused = await fetch(url!, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' })
  expect(refused.status).toBe(415)
  child.kill('SIGTERM')
  expect(await ended).toMatchObject({ code: 0, stdout: '' })
})
