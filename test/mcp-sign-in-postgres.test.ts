import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createSignIn } from '@sweatpants/framework/mcp'
import { createPostgresStore } from '@sweatpants/framework/stores/postgres'
import { expect, onTestFinished, test } from 'vitest'
import { startProtectedResource } from '../packages/framework/src/mcp/sign-in/fixtures/authorization-server.ts'
import { createTemporarySchema, startPostgres } from './postgres.ts'

const KEY = 'k'.repeat(32)
const REDIRECT = 'http://127.0.0.1:1/signed-in'

test('tokens on Postgres that are refused are refreshed once by two processes', async () => {
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  const { schema } = createTemporarySchema(postgres.url)
  await using resource = await startProtectedResource()
  const store = await createPostgresStore({ url: postgres.url, schema })
  const grant = { type: 'authorization_code', redirectUrl: REDIRECT } as const
  const signIn = await createSignIn({ url: resource.url, grant, store, keys: [KEY] })
  await signIn.finish(await resource.authorize(await signIn.begin()))
  await store.close()
  resource.expire()
  resource.tokenRequests.length = 0

  const args = [postgres.url, resource.url, schema, KEY]
  const execArgv = ['--conditions=@sweatpants/source']
  const processes = [1, 2].map(() => fork(join(import.meta.dirname, 'mcp/refresh-process.ts'), args, { execArgv }))
  onTestFinished(() => {
    for (const child of processes) child.kill()
  })
  await Promise.all(processes.map((child) => once(child, 'message')))
  const replies = processes.map((child) => once(child, 'message'))
  for (const child of processes) child.send('go')
  const all = Array(3).fill('protected')
  expect((await Promise.all(replies)).map(([texts]) => texts)).toEqual([all, all])
  expect(resource.tokenRequests.map((params) => params.get('grant_type'))).toEqual(['refresh_token'])
})
