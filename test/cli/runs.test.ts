import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listSchedules, schedule } from '@sweatpants/framework/control'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { fixture, main, run, start } from './command.ts'
import { order } from './fixtures/orders.ts'

const module = fixture('orders.ts')

function createPlace() {
  const folder = mkdtempSync(join(tmpdir(), 'runs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const store = join(folder, 'runs.db')
  const env = { ORDERS: join(folder, 'orders.txt'), STORE: store }
  const command = (...args: string[]) => run(args, { env })
  return { store, env, command, done: () => readFileSync(env.ORDERS, 'utf8').trim().split('\n') }
}

test('runs of a server that was killed are listed, checked, cancelled, and resumed after a divergence from the terminal', async () => {
  const { store, env, command, done } = createPlace()
  const opened = createSqliteStore(store)
  onTestFinished(() => opened.close())
  const state = async () => (await opened.runs.list()).runs[0]?.state
  expect((await command('runs')).stdout).toContain('There are no such runs.')

  const scheduler = fixture('run-orders.ts')
  await schedule(opened, order, {}, { at: Date.now() })
  {
    await using server = start([], { env, program: scheduler })
    await expect.poll(state, { timeout: 10_000 }).toBe('waiting')
    server.child.kill('SIGKILL')
    await server.ended
  }
  const { stdout } = await command('runs', 'list', '--state', 'waiting')
  const [id] = /order@\S+/.exec(stdout)!
  expect(stdout).toMatch(/order@\S+ +order +waiting .*elicit sure/)
  expect((await command('runs', 'show', id)).stdout).toMatch(
    /entry +time +took +kind +key +outcome\n0 .* step +reserve/,
  )
  expect(await command('check', module)).toMatchObject({ code: 0, stdout: expect.stringContaining('1 run fits') })
  await using renamed = start(['check', module], { env: { ...env, RENAMED: 'hold' } })
  expect(await renamed.ended).toMatchObject({ code: 1, stdout: expect.stringMatching(/1 would diverge:[\s\S]*hold/) })
  expect(done()).toEqual(['reserve'])

  expect(await command('runs', 'retry', id)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('cancel it and retry it then'),
  })
  expect((await command('runs', 'cancel', id)).stdout).toContain('is being cancelled')
  {
    await using server = start([], { env: { ...env, RENAMED: 'hold' }, program: scheduler })
    await expect.poll(state, { timeout: 20_000 }).toBe('blocked')
    server.child.kill('SIGKILL')
    await server.ended
  }
  expect((await command('runs', 'resume', id)).stdout).toContain('is tried again')
  {
    await using _server = start([], { env, program: scheduler })
    await expect.poll(state, { timeout: 20_000 }).toBe('cancelled')
  }
  expect(done()).toEqual(['reserve', 'release'])
  expect((await command('runs', 'forget', id)).stdout).toContain('is deleted')
  expect((await opened.runs.list()).runs).toEqual([])
})

test('schedules are set, listed, changed and removed from the terminal, and a server begins their runs', async () => {
  const { store, env, command } = createPlace()
  expect((await command('schedules')).stdout).toContain('There are no schedules.')
  const added = await command('schedules', 'add', 'order', '--cron', '0 3 * * mon-fri', '--time-zone', 'Europe/Vienna')
  expect(added).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Schedule order is set; it ticks next at /) })
  await command('schedules', 'add', 'order', '--at', new Date().toISOString(), '--name', 'now', '--overlap', 'queue')
  expect((await command('schedules', 'list')).stdout).toMatch(
    /order +order +0 3 \* \* mon-fri \(Europe\/Vienna\) .* skip/,
  )
  const opened = createSqliteStore(store)
  onTestFinished(() => opened.close())
  {
    await using _server = start(['serve', module, '--http', '0'], { env })
    const lastRun = async () => (await listSchedules(opened)).find(({ name }) => name === 'now')?.lastRun
    await expect.poll(lastRun, { timeout: 10_000 }).toMatch(/^now@/)
  }
  expect(JSON.parse((await command('schedules', '--json')).stdout)).toMatchObject([
    { name: 'now', lastRun: expect.stringMatching(/^now@/), overlap: 'queue' },
    { name: 'order', missed: 'once' },
  ])
  expect((await command('schedules', 'remove', 'order')).stdout).toContain('is removed')
  expect((await command('schedules')).stdout).not.toContain('mon-fri')
})

test('what a module prints is not mixed with the result of a command that loads it', async () => {
  const { command } = createPlace()
  const loud = fixture('loud-orders.ts')
  const checked = await command('check', loud, '--json')
  expect(JSON.parse(checked.stdout)).toEqual({ fit: 0, diverge: [], unknown: [] })
  expect(checked.stderr).toContain('The orders are loaded.')
  const listed = await command('runs', '--module', loud, '--json')
  expect(JSON.parse(listed.stdout)).toEqual({ runs: [] })
})

test('a proxy begins the runs of schedules in its store', async () => {
  const { store, command } = createPlace()
  await command('schedules', 'add', 'add', '--at', new Date().toISOString(), '--params', '{"a":1,"b":2}')
  const opened = createSqliteStore(store)
  onTestFinished(() => opened.close())
  const behind = [process.execPath, '--conditions=@sweatpants/source', main, 'serve', fixture('add.ts')]
  // The server behind it has no store.
  await using _proxy = start(['proxy', '--http', '0', '--store', store, '--', ...behind])
  const states = async () => (await opened.runs.list()).runs.map(({ tool, state }) => `${tool} ${state}`)
  await expect.poll(states, { timeout: 20_000 }).toEqual(['add completed'])
})

test('a mistake in a command about schedules is one sentence', async () => {
  const { command } = createPlace()
  const refused = async (message: string, ...args: string[]) =>
    expect(await command('schedules', ...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) })
  await refused('schedules takes list, add, remove, not "mend"', 'mend')
  await refused('schedules add takes the name of a tool', 'add', '--every', '1h')
  await refused('one of --cron, --every and --at', 'add', 'order')
  await refused('5 fields', 'add', 'order', '--cron', 'soon')
  await refused(
    '--overlap takes skip, queue, allow, not "never"',
    'add',
    'order',
    '--every',
    '1h',
    '--overlap',
    'never',
  )
  await refused('there is no schedule order', 'remove', 'order')
})

test('the control room is served from the terminal, on this machine only', async () => {
  const { env } = createPlace()
  await using room = start(['control', '--port', '0'], { env })
  const [url] = await room.until(/http:\S+/)
  expect(await (await fetch(`${url}/api/runs`)).json()).toMatchObject({ runs: [] })
  expect((await fetch(`${url}/api/runs`, { headers: { origin: 'https://evil.example' } })).status).toBe(403)
})

test('a mistake in a command about runs is one sentence', async () => {
  const { command } = createPlace()
  expect(await command('runs', 'mend')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('runs takes list, show'),
  })
  expect(await command('runs')).toMatchObject({
    code: 0,
    stdout: 'There are no such runs.\n',
    stderr: expect.stringMatching(/^There was no store .*runs\.db, so this one is new and empty\./),
  })
  expect(await command('runs')).toMatchObject({ code: 0, stderr: '' })
  expect(await command('runs', 'cancel')).toMatchObject({ code: 2, stderr: expect.stringContaining('the id of a run') })
  expect(await command('runs', 'cancel', 'x')).toMatchObject({ code: 2, stderr: expect.stringContaining('no run x') })
  expect(await command('runs', '--state', 'sad')).toMatchObject({ code: 2 })
  const refused = async (message: string, ...args: string[]) =>
    expect(await command('runs', ...args)).toMatchObject({ code: 2, stderr: `sweatpants: ${message}\n` })
  await refused('--limit takes a whole number from 1, not "0"', '--limit', '0')
  await refused('--after takes what a list prints after "More: --after", not "2"', '--after', '2')
  await refused('unexpected argument "order"; --help lists the options', 'list', 'order')
})

test('a list whose reader closes the pipe ends without an error', async () => {
  const { store, env } = createPlace()
  await using opened = Object.assign(createSqliteStore(store), { [Symbol.asyncDispose]: async () => opened.close() })
  const run = { tool: 'order', state: 'running', startedAt: 0, detail: { problem: 'x'.repeat(1_000) } } as const
  const ids = Array.from({ length: 1_000 }, (_, i) => `run-${i}`)
  await Promise.all(ids.map((id) => opened.log('run').create(id, { about: null, events: [], run })))
  // More than a pipe holds.
  await using command = start(['runs', '--limit', '1000', '--json'], { env, input: '' })
  command.child.stdout!.once('data', () => command.child.stdout!.destroy())
  expect(await command.ended).toMatchObject({ code: 0, stderr: '' })
})
