import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accept, createScriptedPeer } from '../../testing/index.ts'
import type { ElicitEffect } from '../../tools/effects/elicit.ts'
import { findForView, isForModel } from '../../tools/hosted-app.ts'
import { runTool } from '../../tools/run-tool.ts'
import type { HostedServer } from './connect-mcp.ts'
import { HostedViewError } from './errors.ts'
import { call, textOf, toolOf } from './fixtures/run-hosted.ts'
import { type External, type Revision, startExternal, type Wire } from './fixtures/start-external.ts'
import type { HostedContent } from './hosted-schemas.ts'

const WIRES: [Wire, Revision][] = [
  ['stdio', '2025'],
  ['http', '2026'],
]

describe.each(WIRES)('the views of a server over %s of %s', (wire, revision) => {
  let external: External
  let server: HostedServer

  beforeAll(async () => {
    external = await startExternal(wire, revision)
    server = await external.connect({ apps: true, limits: { view: 10_000 } })
  })

  afterAll(async () => {
    await server?.close()
    await external?.[Symbol.asyncDispose]()
  })

  test('are declared, with those in place of forms', async () => {
    const said = JSON.parse(textOf(await call(server, 'declared'))!)
    expect(said.extensions['io.modelcontextprotocol/ui']).toEqual({
      mimeTypes: ['text/html;profile=mcp-app'],
      elicitation: {},
    })
  })

  test('are read with the origins that a policy can name', async () => {
    const { app } = toolOf(server, 'chart')
    expect(app?.view).toBe('ui://external/chart.html')
    expect(await app!.server.readView(app!.view!)).toEqual({
      html: '<!doctype html><title>Chart</title>',
      policy: { connect: ['https://api.example.com'], resources: [], frames: [] },
      prefersBorder: true,
    })
  })

  test.each([
    ['is of another type', 'ui://external/plain.html', /of the type text\/html; a view is/],
    ['is too large', 'ui://external/large.html', /more than 10000 characters/],
  ])('are refused where one %s', async (_, uri, problem) => {
    const reading = toolOf(server, 'chart').app!.server.readView(uri)
    await expect(reading).rejects.toThrow(HostedViewError)
    await expect(reading).rejects.toThrow(problem)
  })

  test('have tools that no model is told about', () => {
    const [chart, refresh] = [toolOf(server, 'chart'), toolOf(server, 'refresh')]
    expect([isForModel(chart), isForModel(refresh)]).toEqual([true, false])
    expect(findForView(server.tools, chart, 'refresh')).toBe(refresh)
  })

  test('get the _meta of a result', async () => {
    const result = await call(server, 'chart')
    expect(result.type === 'completed' && (result.value as HostedContent).meta).toEqual({ colours: ['red', 'blue'] })
  })

  test('show a question that names one', async () => {
    const asked: ElicitEffect[] = []
    const key = revision === '2026' ? 'bar' : 'question'
    const answer = (effect: ElicitEffect) => {
      asked.push(effect)
      return accept({ bar: 'first' })
    }
    const peer = createScriptedPeer({ answers: { [key]: answer } })
    expect(textOf(await runTool(toolOf(server, 'choose'), {}, { peer }))).toBe('chose first')
    expect(asked[0]?.app).toMatchObject({ view: 'ui://external/chart.html', meta: { bars: [3, 1] } })
  })
})

test('a host without apps declares nothing, reads no view and shows none', async () => {
  await using external = await startExternal('stdio', '2025')
  await using server = await external.connect()
  expect(JSON.parse(textOf(await call(server, 'declared'))!).extensions).toBeUndefined()
  const { app } = toolOf(server, 'chart')
  expect(app?.view).toBeUndefined()
  await expect(app!.server.readView('ui://external/chart.html')).rejects.toThrow('shows no views')
  expect(isForModel(toolOf(server, 'refresh'))).toBe(false)
})
