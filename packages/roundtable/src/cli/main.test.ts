import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, onTestFinished, test } from 'vitest'
import { fromJson } from '../export/json.ts'
import { createFolder, environment, main, run, start } from './fixtures/command.ts'

test('ai-roundtable prints its help and version on stdout', async () => {
  const [help, version] = await Promise.all([run(['debate', '--help']), run(['--version'])])
  expect(help).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/^Usage: ai-roundtable[\s\S]*\n {4}delphi /),
  })
  expect(version).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
})

test('ai-roundtable reports a mistake as one sentence on stderr', async () => {
  expect(await run(['debat', 'x'])).toEqual({
    code: 2,
    stdout: '',
    stderr: 'ai-roundtable: there is no command "debat"; did you mean debate? --help describes the commands\n',
  })
})

test('without a key the demo panel debates, the notice goes to stderr, and only the result goes to stdout', async () => {
  const folder = createFolder()
  const debate = ['debate', 'Should we write tests?', '--rounds', '2', '--answers', 'yes,no']
  const { code, stdout, stderr } = await run(debate, { folder })
  expect(stderr).toMatch(/Every seat is played by the offline demo model/)
  expect(stderr).toMatch(/Round 1 of 2\n[\s\S]*Generalist · demo: [\s\S]*Round 2 of 2\n/)
  expect(stdout).toMatch(/^Should we write tests\?\n\n(yes|no)\n[\s\S]*\nThe vote\n {2}\d of 4 ended with /)
  expect(code).toBe(0)
  expect(existsSync(join(folder, 'ai-roundtable/roundtable.db'))).toBe(true)
})

test('debate --json prints the whole debate as JSON that can be imported', async () => {
  const { code, stdout } = await run(['debate', 'Tabs or spaces?', '--rounds', '1', '--agent-count', '2', '--json'])
  expect(code).toBe(0)
  expect(fromJson(stdout)).toMatchObject({ topic: 'Tabs or spaces?', status: 'completed', seats: [{}, {}] })
})

test('continue --focus adds a round to a debate that is over', async () => {
  const folder = createFolder()
  const { stdout } = await run(['debate', 'Cats or dogs?', '--rounds', '1'], { folder })
  const [, id] = /Session (\S+)/.exec(stdout)!
  const more = await run(['continue', id!, '--focus', 'And fish?', '--json'], { folder })
  expect(fromJson(more.stdout)).toMatchObject({ id, currentRound: 2, rounds: [{}, { focusQuestion: 'And fish?' }] })
})

test('a debate is renamed for lists and deleted', async () => {
  const folder = createFolder()
  const { stdout } = await run(['debate', 'Cats or dogs?', '--rounds', '1', '--agent-count', '2'], { folder })
  const [, id] = /Session (\S+)/.exec(stdout)!
  expect((await run(['rename', id!, 'Pets'], { folder })).stdout).toBe('Renamed to “Pets”.\n')
  expect((await run(['list'], { folder })).stdout).toMatch(/^Pets\n/)
  expect((await run(['delete', id!], { folder })).stdout).toBe('Deleted: “Pets”.\n')
  expect((await run(['list'], { folder })).stdout).toBe('No debates found.\n')
  expect(await run(['delete', id!], { folder })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no session'),
  })
})

test('a topic with line breaks and control sequences is one line of the list', async () => {
  const folder = createFolder()
  const topic = '\u001b[31mTabs?\u001b[2J\n\nSpaces?\n  “Yes”, marked right'
  await run(['debate', topic, '--rounds', '1', '--agent-count', '2'], { folder })
  const [title, decided, state, ...rest] = (await run(['list'], { folder })).stdout.split('\n')
  expect(title).toBe('Tabs? Spaces? “Yes”, marked right')
  expect([decided, state]).toEqual([expect.stringMatching(/^ {2}\S/), expect.stringMatching(/^ {2}completed, /)])
  expect(rest).toEqual([''])
  const unwritable = await run(['export', '--output', join(folder, 'none', 'debate.md')], { folder })
  expect(unwritable).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^ai-roundtable: --output takes a file that can be written: ENOENT[^\n]*\n$/),
  })
})

test('debates are listed by filters, shown, exported to a file and written up', async () => {
  const folder = createFolder()
  await run(['debate', 'Tabs or spaces?', '--rounds', '1', '--agent-count', '2'], { folder })
  const [listed, none, shown, exported, written] = await Promise.all([
    run(['list', '--search', 'TABS', '--status', 'completed', '--json'], { folder }),
    run(['list', '--search', 'cats'], { folder }),
    run(['show'], { folder }),
    run(['export', '--html', '--output', 'debate.html'], { folder }),
    run(['synthesize', '--json'], { folder }),
  ])
  expect(JSON.parse(listed.stdout)).toMatchObject([{ topic: 'Tabs or spaces?', status: 'completed' }])
  expect(none.stdout).toBe('No debates found.\n')
  expect(shown.stdout).toMatch(/^Tabs or spaces\?\n/)
  expect(fromJson(written.stdout).synthesis?.answer).toContain('follows a script')
  expect(exported).toMatchObject({ code: 0, stdout: '' })
  expect(readFileSync(join(folder, 'debate.html'), 'utf8')).toContain('<h1>Tabs or spaces?</h1>')
})

test('after Ctrl-C a debate can be continued, and a seat that has answered is not called again', async () => {
  const silent = createServer(() => {})
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as AddressInfo
  const env = { OPENAI_API_KEY: 'none', OPENAI_BASE_URL: `http://127.0.0.1:${port}` }
  const folder = createFolder()
  const { until, child, ended } = start(['debate', 'Tabs?', '--agents', 'demo,openai', '--rounds', '1'], {
    folder,
    env,
  })
  await until(/Generalist · demo: /)
  child.kill('SIGINT')
  const { code, stdout, stderr } = await ended
  expect({ code, stdout }).toEqual({ code: 130, stdout: '' })
  const [, id] = /Interrupted\. To continue, run: ai-roundtable continue (\S+)\n/.exec(stderr)!

  silent.removeAllListeners('request').on('request', (_, response) => response.writeHead(400).end('{}'))
  const gone = await run(['continue', id!, '--json'], { folder, env })
  expect(gone.stderr).not.toContain('Generalist · demo:')
  expect(fromJson(gone.stdout)).toMatchObject({
    responses: [{ agentId: 'demo_1' }],
    rounds: [{ failures: [{ agentId: 'openai_1', code: 'invalid' }] }],
  })
})

test('ai-roundtable over stdio writes only the protocol to stdout', async () => {
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

test('ai-roundtable over HTTP prints its URL, and ends on a signal', async () => {
  const { until, child, ended } = start(['--http', '0'])
  const [, url] = await until(/served over (http\S+\/mcp)/)
  const refused = await fetch(url!, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' })
  expect(refused.status).toBe(415)
  child.kill('SIGTERM')
  expect(await ended).toMatchObject({ code: 0, stdout: '' })
})

test('outcome records how a decision turned out, and refuses another word', async () => {
  const folder = createFolder()
  const topic = ['debate', 'Should we write tests?', '--rounds', '1', '--agent-count', '3', '--answers', 'yes,no']
  const { stdout } = await run(topic, { folder })
  const [, id] = /Session (\S+)/.exec(stdout)!
  expect(await run(['outcome', id!, 'wrong', '--note', 'They broke.'], { folder })).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Recorded: “(yes|no)” was wrong\. It changes no weight: demo seats, /),
  })
  expect(await run(['outcome', id!, 'maybe'], { folder })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('ai-roundtable outcome <session> right|wrong'),
  })
})
