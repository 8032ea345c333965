import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ModelRequest } from '../../models/model.ts'
import { accept, createScriptedPeer, decline, silence } from '../../testing/index.ts'
import { runTool } from '../../tools/run-tool.ts'
import { connectMcp, type HostedServer } from './connect-mcp.ts'
import { HostedCallError } from './errors.ts'
import { call, errorOf, textOf, toolOf } from './fixtures/run-hosted.ts'
import { type External, type Revision, startExternal, type Wire } from './fixtures/start-external.ts'
import { hello, startScripted, toolList } from './fixtures/start-scripted.ts'

const WIRES: [Wire, Revision][] = [
  ['stdio', '2025'],
  ['stdio', '2026'],
  ['http', '2025'],
  ['http', '2026'],
]

describe.each(WIRES)('a server over %s of %s', (wire, revision) => {
  let external: External
  let server: HostedServer
  const errors: unknown[] = []
  const capabilities = { sampling: true, roots: true }
  // Over a session a question has no key of its own.
  const key = (name: string) => (revision === '2026' ? name : 'question')

  beforeAll(async () => {
    external = await startExternal(wire, revision)
    server = await external.connect({ capabilities, onError: (error) => errors.push(error) })
  })

  afterAll(async () => {
    await server?.close()
    await external?.[Symbol.asyncDispose]()
  })

  const since = () => {
    const { length } = external.notes().filter(Boolean)
    return () => external.notes().slice(length)
  }

  test('has an origin that it cannot choose', () => {
    const { origin } = toolOf(server, 'book')
    expect(origin).toMatch(wire === 'http' ? /^127\.0\.0\.1:\d+\/mcp$|^127\.0\.0\.1:\d+$/ : /node$/)
  })

  test('is described as it describes itself', () => {
    expect(server).toMatchObject({ name: 'external', version: '3.1.4', instructions: 'Ask nicely.' })
    expect(server.revision).toBe(`rev${revision}`)
    expect(toolOf(server, 'book')).toMatchObject({ description: 'The tool book', annotations: { title: 'Book' } })
  })

  test('has a tool whose name ours cannot have under another name, and shows the name that it chose', async () => {
    const tool = server.tools.find(({ annotations }) => annotations?.title === 'bad name!')
    expect(tool?.name).toMatch(/^bad_name__\w+$/)
    expect(textOf(await call(server, tool!.name))).toBe('called by its name')
    expect(server.refused).toEqual([])
    expect(errors).toEqual([])
  })

  test('asks its questions one after the other as questions of our run', async () => {
    const notes = since()
    const peer = createScriptedPeer({
      answers:
        revision === '2026'
          ? { name: accept({ name: 'Ada' }), sure: decline() }
          : { question: [accept({ name: 'Ada' }), decline()] },
    })
    const result = await runTool(toolOf(server, 'book'), {}, { peer })
    expect(result).toMatchObject({ type: 'completed', value: { structured: { name: 'Ada', sure: 'decline' } } })
    expect(peer.transcript).toMatchObject([
      { key: key('name'), message: 'Who travels?' },
      { key: key('sure'), message: 'Sure?' },
    ])
    expect(notes()).toEqual(['book begins', 'book for Ada', 'book ends'])
  })

  test('keeps images beside the text of a result', async () => {
    const answers =
      revision === '2026'
        ? { name: accept({ name: 'Ada' }), sure: accept({ ok: true }) }
        : { question: [accept({ name: 'Ada' }), accept({ ok: true })] }
    const result = await call(server, 'book', createScriptedPeer({ answers }))
    expect(result).toMatchObject({ value: { isError: false, blocks: [{ type: 'text' }, { mimeType: 'image/png' }] } })
  })

  test('has an answer that does not fit its form asked again', async () => {
    const peer = createScriptedPeer({
      answers:
        revision === '2026'
          ? { name: [accept({ name: 7 }), accept({ name: 'Ada' })], sure: decline() }
          : { question: [accept({ name: 7 }), accept({ name: 'Ada' }), decline()] },
    })
    expect(await runTool(toolOf(server, 'book'), {}, { peer })).toMatchObject({ type: 'completed' })
    expect(peer.transcript).toHaveLength(3)
  })

  test('asks two things at once', async () => {
    const answers = { [key('left')]: silence(), [key('right')]: silence() }
    const parked = await call(
      server,
      'pair',
      createScriptedPeer({
        answers: revision === '2026' ? answers : { question: [silence(), silence()] },
      }),
    )
    if (parked.type !== 'parked') throw new Error(parked.type)
    expect(parked.questions).toMatchObject([{ message: 'Left?' }, { message: 'Right?' }])
    const [left, right] = parked.questions.map(({ id }) => id)
    const result = await parked.resume({ [left!]: accept({ value: 'l' }), [right!]: accept({ value: 'r' }) })
    expect(textOf(result)).toBe('l+r')
  })

  test('has its samples answered by our run, which sees __schema__', async () => {
    const peer = createScriptedPeer({ samples: [{ parsed: { mood: 'good' } }] })
    const result = await runTool(toolOf(server, 'classify'), {}, { peer })
    expect(textOf(result)).toContain('"input":{"mood":"good"}')
    expect(peer.transcript).toMatchObject([{ type: 'sample', messages: [{ content: { text: 'I am fine' } }] }])
  })

  test('has its samples answered by a given model, once', async () => {
    const asked: ModelRequest[] = []
    const input = { mood: 'great' }
    await using own = await external.connect({
      onError() {},
      model: {
        id: 'm',
        async answer(request) {
          asked.push(request)
          const content = [{ type: 'tool_use' as const, id: 't', name: '__schema__', input }]
          return { model: 'm', stopReason: 'toolUse', content }
        },
      },
    })
    const result = await call(own, 'classify')
    expect(textOf(result)).toContain('"input":{"mood":"great"}')
    expect(asked).toMatchObject([{ tools: [{ name: '__schema__' }], toolChoice: { mode: 'required' }, maxTokens: 100 }])
  })

  test('is given our roots', async () => {
    expect(textOf(await call(server, 'where', createScriptedPeer({ roots: [{ uri: 'file:///a' }] })))).toBe('file:///a')
  })

  test('reports progress and logs through our run while it works', async () => {
    const peer = createScriptedPeer({})
    expect(textOf(await runTool(toolOf(server, 'work'), {}, { peer }))).toBe('worked')
    expect(peer.transcript).toEqual([
      { type: 'notify', message: 'part 1', progress: 1 },
      { type: 'log', level: 'warning', message: 'almost there' },
      { type: 'notify', message: 'part 2', progress: 2 },
    ])
  })

  test('that reports without end is shown as often as a step of ours, up to its last report', async () => {
    const peer = createScriptedPeer({})
    expect(textOf(await runTool(toolOf(server, 'chatter'), {}, { peer }))).toBe('said it all')
    expect(peer.transcript[0]).toMatchObject({ message: 'part 1' })
    expect(peer.transcript.at(-1)).toEqual({ type: 'notify', message: 'part 300', progress: 300 })
    expect(peer.transcript.length).toBeLessThan(50)
  })

  test('gives an error result that stays one', async () => {
    const result = await call(server, 'fails')
    expect(result).toMatchObject({ type: 'completed', value: { isError: true } })
    expect(textOf(result)).toBe('no seats left')
  })

  test('gives a JSON-RPC error that keeps its code and data', async () => {
    const error = errorOf(await call(server, 'refuses'))
    expect(error).toBeInstanceOf(HostedCallError)
    expect(error).toMatchObject({
      message: expect.stringContaining('refuses of external failed: '),
      failure: { code: -32602, message: expect.stringContaining('there is no such city'), data: { city: 'Atlantis' } },
    })
  })

  test('gets its arguments, and those that it wants in headers', async () => {
    const result = await runTool(toolOf(server, 'region'), { region: 'eu' }, { peer: createScriptedPeer({}) })
    expect(textOf(result)).toBe(wire === 'http' && revision === '2026' ? 'eu, header eu' : 'eu, header none')
  })

  test('is not called with arguments that its schema refuses', async () => {
    const result = await runTool(toolOf(server, 'region'), { region: 7 }, { peer: createScriptedPeer({}) })
    expect(errorOf(result)).toMatchObject({ name: 'ToolInputError' })
  })

  test('is held to its own output schema', async () => {
    expect(errorOf(await call(server, 'lie'))).toMatchObject({ name: 'ToolOutputError' })
  })

  test('cancels its call when our run is cancelled', async () => {
    const notes = since()
    const cancel = new AbortController()
    const running = call(server, 'hang', undefined, { signal: cancel.signal })
    await vi.waitFor(() => expect(notes()).toContain('hang begins'))
    cancel.abort()
    expect(await running).toMatchObject({ type: 'cancelled' })
    await vi.waitFor(() => expect(notes()).toContain('hang cancelled'))
  })

  test('does not let calls that run side by side answer for each other', async () => {
    const ask = (value: string) =>
      call(
        server,
        'pair',
        createScriptedPeer({
          answers:
            revision === '2026'
              ? { left: accept({ value }), right: accept({ value }) }
              : { question: [accept({ value }), accept({ value })] },
        }),
      )
    const results = await Promise.all([ask('a'), ask('b'), ask('c')])
    expect(results.map(textOf)).toEqual(['a+a', 'b+b', 'c+c'])
  })

  test('tells us when its tools have changed', async () => {
    const changed = new Promise<readonly { name: string }[]>((resolve) => {
      server.onToolsChanged(resolve)
    })
    expect(textOf(await call(server, 'grow'))).toBe('grown')
    expect((await changed).map(({ name }) => name)).toContain('extra')
    expect(errorOf(await call(server, 'extra'))).toMatchObject({ failure: { code: -32602 } })
  })

  test('that dies during a call fails it with a sentence that says so', async () => {
    await using doomed = await startExternal(wire, revision)
    await using mortal = await doomed.connect({ onError() {} })
    const error = errorOf(await call(mortal, 'die'))
    expect(error).toBeInstanceOf(HostedCallError)
    expect(error?.message).toMatch(/^die of external failed: the connection was lost/)
  })
})

test('a server without a name is called by its address, without the query', async () => {
  const { url } = await startScripted({
    initialize: (times) => (times === 1 ? hello({ tools: {} }, ' ') : 500),
    'tools/list': () => toolList('work'),
    'tools/call': () => 404,
  })
  await using server = await connectMcp({ url: `${url}?key=secret`, onError() {} })
  const place = `${new URL(url).host}/mcp`
  expect(server.name).toBe(place)
  const message = errorOf(await call(server, 'work'))?.message
  expect(message).toContain(`work of ${place} failed: "${place}" does not answer as an MCP server`)
})

test('a server of 2026 that wants to be called again has as long as one that does not answer', async () => {
  await using external = await startExternal('http', '2026')
  await using server = await external.connect({ limits: { answerTime: 1_000 } })
  const error = errorOf(await call(server, 'stalls'))
  expect(error?.message).toBe('stalls of external failed: it neither answered nor asked within 1 seconds')
}, 10_000)

test('of two lists of tools, the newer one counts also if the older one comes later', async () => {
  const { promise: isLate, resolve } = Promise.withResolvers<void>()
  const { url, heard, notify } = await startScripted({
    initialize: () => hello({ tools: { listChanged: true } }),
    'tools/list': async (times) => {
      if (times === 2) await isLate
      return toolList(['one', 'two', 'three'][times - 1]!)
    },
  })
  await using server = await connectMcp({ url })
  const changed = vi.fn()
  server.onToolsChanged(changed)
  const lists = () => heard.filter((method) => method === 'tools/list').length
  notify('notifications/tools/list_changed')
  await expect.poll(lists, { timeout: 5_000 }).toBe(2)
  notify('notifications/tools/list_changed')
  // The client gathers the changes of a second.
  setTimeout(resolve, 1_500)
  await expect.poll(lists, { timeout: 5_000 }).toBe(3)
  await expect.poll(() => changed.mock.calls.length).toBe(2)
  expect(server.tools.map(({ name }) => name)).toEqual(['three'])
}, 15_000)

test('a tool that is refused is reported in one line, and not again when the list is read again', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  try {
    await using external = await startExternal('stdio', '2026')
    await using whole = await external.connect({})
    const limits = { tools: whole.tools.length - 1 }
    await using server = await external.connect({ limits })
    const reason = `there are more than ${limits.tools}`
    const changed = new Promise((resolve) => server.onToolsChanged(resolve))
    await call(server, 'grow')
    await changed
    expect(server.refused).toEqual(['bad name!', 'extra'].map((name) => ({ name, reason })))
    expect(said.mock.calls).toEqual(
      ['bad name!', 'extra'].map((name) => [`the tool "${name}" of external is refused: ${reason}`]),
    )
  } finally {
    said.mockRestore()
  }
})
