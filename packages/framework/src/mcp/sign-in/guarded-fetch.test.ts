import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGuardedFetch, distanceOf } from './guarded-fetch.ts'

const served = createServer((request, response) => {
  if (request.url === '/moved') response.writeHead(302, { location: '/' }).end()
  else if (request.url === '/long') response.end('x'.repeat(300_000))
  else response.writeHead(201, { 'x-method': request.method }).end('here')
})
let local: string

beforeAll(async () => {
  await new Promise<void>((resolve) => served.listen(0, '127.0.0.1', resolve))
  local = `http://127.0.0.1:${(served.address() as AddressInfo).port}`
})
afterAll(() => void served.close())

test.each([
  ['127.0.0.1', 'loopback'],
  ['127.8.9.1', 'loopback'],
  ['::1', 'loopback'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['0.0.0.0', 'loopback'],
  ['::ffff:0.0.0.0', 'loopback'],
  ['::', 'loopback'],
  ['10.1.2.3', 'local'],
  ['172.31.0.1', 'local'],
  ['192.168.1.1', 'local'],
  ['169.254.169.254', 'local'],
  ['::ffff:169.254.169.254', 'local'],
  ['fd00::1', 'local'],
  ['fe80::1', 'local'],
  ['64:ff9b::7f00:1', 'local'],
  ['8.8.8.8', 'internet'],
  ['2606:4700::1', 'internet'],
])('the address %s is %s', (address, distance) => {
  expect(distanceOf(address)).toBe(distance)
})

test('a server on loopback can name an address on loopback', async () => {
  const send = await createGuardedFetch('http://localhost:1/mcp')
  const response = await send(`${local}/`, { method: 'POST', body: 'hello' })
  expect([response.status, response.headers.get('x-method'), await response.text()]).toEqual([201, 'POST', 'here'])
})

test.each(['http://203.0.113.9/mcp', 'http://10.0.0.1/mcp'])('the server %s cannot name one', async (server) => {
  const send = await createGuardedFetch(server)
  const port = new URL(local).port
  for (const url of [
    local,
    `http://localhost:${port}`,
    `http://[::ffff:127.0.0.1]:${port}`,
    `http://2130706433:${port}`,
    `http://0.0.0.0:${port}`,
    `http://[::]:${port}`,
  ]) {
    await expect(send(url)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('nearer to this machine') },
    })
  }
})

test('a connection that was opened for a nearer server is not used again for one that is farther away', async () => {
  const url = `http://localhost:${new URL(local).port}/`
  const near = await createGuardedFetch(local)
  expect((await near(url)).status).toBe(201)
  const far = await createGuardedFetch('http://203.0.113.9/mcp')
  await expect(far(url)).rejects.toThrow('cannot reach')
})

test('the internet is reached by https only', async () => {
  const send = await createGuardedFetch('https://203.0.113.9/mcp')
  await expect(send('http://198.51.100.7/token')).rejects.toMatchObject({
    cause: { message: expect.stringContaining('does not use https') },
  })
})

test('a redirect is returned and not followed, and a long answer is refused', async () => {
  const send = await createGuardedFetch(local)
  expect((await send(`${local}/moved`)).status).toBe(302)
  await expect(send(`${local}/long`)).rejects.toMatchObject({ cause: { message: expect.stringContaining('bytes') } })
})
