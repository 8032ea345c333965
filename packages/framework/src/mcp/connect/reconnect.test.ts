import { describe, expect, test, vi } from 'vitest'
import { accept, createScriptedPeer, silence } from '../../testing/index.ts'
import { connectMcp } from './connect-mcp.ts'
import { HostedCallError } from './errors.ts'
import { call, errorOf, textOf, toolOf } from './fixtures/run-hosted.ts'
import { type Revision, startExternal } from './fixtures/start-external.ts'
import { hello, startScripted, toolList } from './fixtures/start-scripted.ts'

const quiet = { onError() {} }

describe.each<Revision>(['2025', '2026'])('a command server of %s whose process has ended', (revision) => {
  test('is started again by the next call', async () => {
    await using external = await startExternal('stdio', revision)
    await using server = await external.connect(quiet)
    expect(errorOf(await call(server, 'die'))).toBeInstanceOf(HostedCallError)
    expect(server.isConnected).toBe(false)
    expect(textOf(await call(server, 'work'))).toBe('worked')
    expect(server.isConnected).toBe(true)
  })

  test('is started again by itself after a pause, and its tools are read again', async () => {
    await using external = await startExternal('stdio', revision)
    await using server = await external.connect(quiet)
    const changed = vi.fn()
    server.onToolsChanged(changed)
    await call(server, 'die')
    await vi.waitFor(() => expect(server.isConnected).toBe(true), 25_000)
    await vi.waitFor(() => expect(changed).toHaveBeenCalledWith(server.tools), 10_000)
  })

  test('is started again five times, and then not for a while', async () => {
    await using external = await startExternal('stdio', revision)
    await using server = await external.connect(quiet)
    for (let times = 0; times < 6; times++) await call(server, 'die')
    expect(errorOf(await call(server, 'work'))?.message).toContain('has ended 5 times within 10 minutes')
  })

  test('stays lost where the host connects again itself', async () => {
    await using external = await startExternal('stdio', revision)
    await using server = await external.connect({ ...quiet, reconnect: false })
    await call(server, 'die')
    expect(errorOf(await call(server, 'work'))?.message).toContain('Not connected')
  })
})

describe.each<Revision>(['2025', '2026'])('a server of %s over HTTP that was started again', (revision) => {
  test('is used by the next call', async () => {
    await using external = await startExternal('http', revision)
    await using server = await external.connect(quiet)
    expect(textOf(await call(server, 'work'))).toBe('worked')
    await external.restart()
    expect(textOf(await call(server, 'work'))).toBe('worked')
  })
})

test('a server of 2025 over HTTP that was started again is used by the next read of a resource or a view', async () => {
  await using external = await startExternal('http', '2025')
  await using server = await external.connect({ ...quiet, apps: true })
  const { resources } = await server.offer()
  await external.restart()
  const uri = 'ui://external/chart.html'
  expect(await resources[0]!.read(uri, {} as never)).toMatchObject([{ uri }])
  await external.restart()
  const { view, server: source } = toolOf(server, 'chart').app!
  expect(await source.readView(view!)).toMatchObject({ html: expect.stringContaining('Chart') })
})

test('a server of 2026 over HTTP that was started again is listened to again, and its lists are read again', async () => {
  await using external = await startExternal('http', '2026')
  await using server = await external.connect(quiet)
  const changed = vi.fn()
  server.onToolsChanged(changed)
  await external.restart()
  await expect.poll(() => changed.mock.calls.length, { timeout: 15_000 }).toBe(1)
  await call(server, 'grow')
  await expect.poll(() => server.tools.map(({ name }) => name), { timeout: 5_000 }).toContain('extra')
}, 30_000)

test('a call whose time is up while its server is connected to again is not sent', async () => {
  const { promise: isLate, resolve } = Promise.withResolvers<void>()
  const { url, heard } = await startScripted({
    initialize: async (times) => {
      if (times === 2) await isLate
      return hello()
    },
    'tools/list': () => toolList('work'),
    'tools/call': (times) => (times === 1 ? 404 : undefined),
  })
  await using server = await connectMcp({ url, ...quiet, limits: { answerTime: 200 } })
  const called = call(server, 'work')
  setTimeout(resolve, 400)
  expect(errorOf(await called)?.message).toContain('did not answer within 0.2 seconds')
  expect(heard.filter((method) => method === 'tools/call')).toHaveLength(1)
}, 10_000)

test('a call whose question was open when a 2025 server was started again fails, because the server has lost it', async () => {
  await using external = await startExternal('http', '2025')
  await using server = await external.connect(quiet)
  const parked = await call(server, 'reserve', createScriptedPeer({ answers: { question: silence() } }))
  if (parked.type !== 'parked') throw new Error(parked.type)
  await external.restart()
  expect(textOf(await call(server, 'work'))).toBe('worked')
  const result = await parked.resume({ [parked.questions[0]!.id]: accept({ name: 'Ada' }) })
  expect(errorOf(result)).toBeInstanceOf(HostedCallError)
})
