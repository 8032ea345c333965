import { expect, onTestFinished, test } from 'vitest'
import { createMemoryStore } from '../../log/memory.ts'
import { accept, decline } from '../../testing/index.ts'
import { createMcpTool } from '../../tools/builder.ts'
import type { ElicitAnswer } from '../../tools/elicit.ts'
import { createMemoryJournal } from '../../tools/journal.ts'
import { deferred, succeeded } from '../../tools/outcome.ts'
import type { Peer } from '../../tools/peer.ts'
import { runTool } from '../../tools/run-tool.ts'
import { serveMcp } from '../serve.ts'
import { createSignIn, type Grant } from '../sign-in/create-sign-in.ts'
import { startProtectedResource } from '../sign-in/fixtures/authorization-server.ts'
import { connectMcp } from './connect-mcp.ts'
import { errorOf, textOf, toolOf, untilWithdrawn } from './fixtures/run-hosted.ts'

const REDIRECT = 'http://127.0.0.1:1/signed-in'
const KEYS = ['k'.repeat(32)]
const can = { elicitation: true, url: true }

const write = createMcpTool('write')
  .execute(function* () {
    return 'written'
  })
  .build()

/** A server that the host is signed in to, and that asks for one more scope from now on. */
async function start() {
  const served = serveMcp({ name: 'notes', version: '1', tools: [write] })
  const resource = await startProtectedResource(served.listener)
  const store = createMemoryStore()
  const signInWith = (grant: Grant) => createSignIn({ url: resource.url, grant, scope: 'read', store, keys: KEYS })
  const page = await signInWith({ type: 'authorization_code', redirectUrl: REDIRECT })
  await page.finish(await resource.authorize(await page.begin()))
  // The process that calls does not know where browsers find the app.
  const signIn = await signInWith({ type: 'authorization_code' })
  const host = await connectMcp({ url: resource.url, signIn, capabilities: can })
  onTestFinished(async () => {
    await host.close()
    await served.close()
    await resource[Symbol.asyncDispose]()
  })
  resource.answers.scope = 'read write'
  return { resource, host, page }
}

/** Answers the question to open a page. The others wait for an answer that does not come, or park the run. */
const peerWith = (open: (url: URL) => Promise<ElicitAnswer>, parks = false): Peer => ({
  answer(effect, signal) {
    if (effect.type !== 'elicit') return succeeded(undefined)
    if (effect.url === undefined) return parks ? deferred : untilWithdrawn(signal)
    return open(new URL(effect.url)).then(succeeded)
  },
})

test('a call that needs a sign-in asks the person to open its page, and goes on once another process has finished it', async () => {
  const { resource, host, page } = await start()
  const asked: (string | null)[] = []
  const peer = peerWith(async (url) => {
    asked.push(url.searchParams.get('scope'), url.searchParams.get('redirect_uri'))
    await page.finish(await resource.authorize(url))
    return accept(undefined)
  })
  expect(textOf(await runTool(toolOf(host, 'write'), {}, { peer, can }))).toBe('written')
  expect(asked).toEqual(['read write', REDIRECT])
})

test('a call whose process dies while the person signs in goes on in another one', async () => {
  const { resource, host, page } = await start()
  const journal = createMemoryJournal()
  let address: URL | undefined
  const open = async (url: URL) => {
    address = url
    return accept(undefined)
  }
  const parked = await runTool(toolOf(host, 'write'), {}, { peer: peerWith(open, true), can, journal })
  expect(parked.type).toBe('parked')
  await page.finish(await resource.authorize(address!))
  const resumed = await runTool(toolOf(host, 'write'), {}, { peer: peerWith(open), can, journal })
  expect(textOf(resumed)).toBe('written')
})

test('a call that needs a sign-in fails if the person does not want to, or cannot be sent to a page', async () => {
  const { host } = await start()
  const needed = /sign in to .* first, with the scope "read write"/
  const peer = peerWith(async () => decline())
  expect(errorOf(await runTool(toolOf(host, 'write'), {}, { peer, can }))?.message).toMatch(needed)
  expect(errorOf(await runTool(toolOf(host, 'write'), {}, { peer, can: { elicitation: true } }))?.message).toMatch(
    needed,
  )
})
