import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFreePort } from '../create-sweatpants/free-port.ts'
import { NotInstallableError } from './install.ts'
import { type Running, serve } from './serve.ts'
import {
  answerInChat,
  callUntilAsked,
  connectVisitor,
  expectCancelled,
  openChat,
  REVISIONS,
  untilAsked,
  type Waiting,
} from './visitor.ts'
import { openWorkshop, type Workshop } from './workshop.ts'

const hono = { hono: '4.13.17', '@hono/node-server': '2.1.6' }
const express = { express: '5.3.0', 'express-session': '1.19.0' }
const types = { '@types/express': '5.0.6', '@types/express-session': '1.19.0' }
const FRAMEWORKS = [
  { name: 'Express 5', program: 'express.ts', versions: { ...express, ...types } },
  { name: 'Hono 4', program: 'hono.ts', versions: hono },
  { name: 'Fastify 5', program: 'fastify.ts', versions: { fastify: '5.12.8', '@fastify/cookie': '11.1.5' } },
]

/** `npm run test:matrix` runs each of them and checks their types; the suite runs one. */
const isWhole = process.env.MODE === 'matrix'

const reserve = { name: 'reserve_table', arguments: { people: 4 } }
const JSON_BODY = { 'content-type': 'application/json' }

/** Signs in, and returns the cookie of the session. */
async function signIn(origin: string, user: string): Promise<string> {
  const body = JSON.stringify({ user })
  const response = await fetch(`${origin}/login`, { method: 'POST', headers: JSON_BODY, body })
  expect(response.status).toBe(204)
  return response.headers.getSetCookie()[0]!.split(';')[0]!
}

/** Adds tools that wait to a copy of the example. */
async function offerCancelling(folder: string): Promise<void> {
  await cp(join(import.meta.dirname, 'runtimes/cancelling.ts'), join(folder, 'cancelling.ts'))
  const file = join(folder, 'restaurant.ts')
  const source = await readFile(file, 'utf8')
  const offered = source.replace('tools: [reserveTable]', 'tools: [reserveTable, ...cancelling]')
  await writeFile(file, `import { cancelling } from './cancelling.ts'\n${offered}`)
}

describe.each(isWhole ? FRAMEWORKS : FRAMEWORKS.slice(0, 1))('$name', ({ program, versions }) => {
  let workshop: Workshop
  let folder: string
  let missing: string | undefined
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sweatpants-into-your-app-'))
    try {
      workshop = await openWorkshop('examples/into-your-app', { ...versions, zod: '4.6.7' })
      await offerCancelling(workshop.folder)
    } catch (error) {
      if (!(error instanceof NotInstallableError)) throw error
      missing = error.message
    }
  })
  afterAll(async () => {
    await workshop?.[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  const start = (store: string, port?: number): Promise<Running> =>
    serve(
      () => [process.execPath, '--conditions=@sweatpants/source', '--disable-warning=ExperimentalWarning', program],
      {
        cwd: workshop.folder,
        env: { STORE: join(folder, store) },
        ...(port !== undefined && { port }),
      },
    )

  test('lets in by the session of the application, in the chat and over MCP, and no one else, and cancels calls', async (context) => {
    if (missing !== undefined) context.skip(missing)
    await using server = await start('calls.db')
    const { origin } = server
    const cookie = await signIn(origin, 'ada')
    expect(await (await fetch(origin, { headers: { cookie } })).text()).toBe('Hello ada')
    for (const wrong of ['', `${cookie}x`, 'user=ada', 'connect.sid=ada']) {
      expect((await fetch(`${origin}/api/chat/sessions`, { headers: { cookie: wrong } })).status).toBe(401)
      await expect(connectVisitor(`${origin}/mcp`, { headers: { cookie: wrong } })).rejects.toThrow()
    }
    for (const revision of REVISIONS) {
      const visitor = { revision, headers: { cookie }, content: { time: '20:30' } }
      const { content } = await (await connectVisitor(`${origin}/mcp`, visitor)).callTool(reserve)
      expect(content).toMatchObject([{ text: 'Reserved table 2 for 4 at 20:30 in the name of ada' }])
    }
    await expectCancelled(await connectVisitor(`${origin}/mcp`, { headers: { cookie } }))
    const chat = openChat(origin, { cookie })
    const sessionId = await chat.createSession()
    const others = { cookie: await signIn(origin, 'bob') }
    expect((await fetch(`${origin}/api/chat/sessions/${sessionId}`, { headers: others })).status).toBe(404)
  })

  test.runIf(isWhole || program === 'express.ts')(
    'goes on with a chat and with a call over MCP after it was killed at their questions',
    async (context) => {
      if (missing !== undefined) context.skip(missing)
      const port = await findFreePort()
      const origin = `http://127.0.0.1:${port}`
      let waiting: Waiting
      let sessionId: string
      {
        await using _server = await start('killed.db', port)
        const cookie = await signIn(origin, 'ada')
        const chat = openChat(origin, { cookie })
        sessionId = await chat.createSession()
        await chat.send('Reserve a table for 4 people')
        expect(await untilAsked(chat)).toBe('When do you want table 2?')
        waiting = await callUntilAsked(await connectVisitor(`${origin}/mcp`, { headers: { cookie } }), reserve)
        chat.close()
      }
      await using _server = await start('killed.db', port)
      const cookie = await signIn(origin, 'ada')
      const client = await connectVisitor(`${origin}/mcp`, { headers: { cookie } })
      expect(await waiting.answer(client, { time: '18:00' })).toBe('Reserved table 2 for 4 at 18:00 in the name of ada')
      const chat = openChat(origin, { cookie })
      chat.open(sessionId)
      await untilAsked(chat)
      expect(await answerInChat(chat, { time: '20:30' })).toBe('Reserved table 2 for 4 at 20:30 in the name of ada')
    },
  )

  test.runIf(isWhole)('has types that fit', async (context) => {
    if (missing !== undefined) context.skip(missing)
    await workshop.checkTypes([program])
  })
})
