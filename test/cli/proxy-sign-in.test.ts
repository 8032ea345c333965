import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMcpTool } from '@sweatpants/framework'
import { AuthError, createTokenAuth, serveMcp } from '@sweatpants/framework/mcp'
import { expect, onTestFinished, test } from 'vitest'
import {
  type ProtectedResource,
  startProtectedResource,
} from '../../packages/framework/src/mcp/sign-in/fixtures/authorization-server.ts'
import { findFreePort } from '../create-sweatpants/free-port.ts'
import { connectHttp } from './client.ts'
import { start } from './command.ts'

const secret = createMcpTool('secret')
  .execute(function* () {
    return 'the secret'
  })
  .build()

/** Serves a tool to those who signed in at the authorization server. */
async function serveSecret({ url, scopeOf }: ProtectedResource): Promise<string> {
  const port = await findFreePort()
  const resource = `http://127.0.0.1:${port}/mcp`
  const auth = createTokenAuth({
    resource,
    authorizationServers: [new URL(url).origin],
    async verify(token) {
      if (scopeOf(token) === undefined) throw new AuthError('invalid_token', 'the token is not known')
      return { principal: 'ada', scopes: [] }
    },
  })
  const server = serveMcp({ name: 'secrets', version: '1.0.0', tools: [secret], auth })
  const listening = await server.listen({ port })
  onTestFinished(async () => {
    await Promise.all([server.close(), listening.close()])
  })
  return resource
}

test('proxy that waits for a sign-in ignores requests of others', async () => {
  await using resource = await startProtectedResource()
  const url = await serveSecret(resource)
  const folder = mkdtempSync(join(tmpdir(), 'proxy-sign-in-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  await using command = start(['proxy', '--http', '0', '--store', join(folder, 'proxy.db'), '--', url])
  const [address] = await command.until(/http\S+\/authorize\?\S+/)
  const redirect = new URL(address!).searchParams.get('redirect_uri')!
  // Any page in a browser can send these.
  for (const forged of [`${new URL(redirect).origin}//`, `${redirect}?error=no`, `${redirect}?code=1&state=2`]) {
    expect((await fetch(forged)).status).toBe(404)
  }
  expect(await (await fetch(address!)).text()).toContain('You can close this page')
  await command.until(/Serving .* at \S+/)
})

test('proxy prints the address to sign in at, and needs no person the next time', async () => {
  await using resource = await startProtectedResource()
  const url = await serveSecret(resource)
  const folder = mkdtempSync(join(tmpdir(), 'proxy-sign-in-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const args = ['proxy', '--http', '0', '--store', join(folder, 'proxy.db'), '--', url]

  await using first = start(args)
  const [address] = await first.until(/http\S+\/authorize\?\S+/)
  expect(await (await fetch(address!)).text()).toContain('You can close this page')
  await first.until(/Serving .* at \S+/)
  await first[Symbol.asyncDispose]()

  await using second = start(args)
  const [, where] = await second.until(/Serving .* at (\S+)/)
  await using client = await connectHttp('legacy', where!)
  expect(await client.callTool({ name: 'secret' })).toMatchObject({ content: [{ text: 'the secret' }] })
  expect(resource.tokenRequests.map((params) => params.get('grant_type'))).toEqual(['authorization_code'])
})
