import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { connectMcp } from './connect-mcp.ts'
import { HostedConnectError } from './errors.ts'

const quiet = { onError() {} }

async function connectError(options: Parameters<typeof connectMcp>[0]): Promise<HostedConnectError> {
  const error = await connectMcp({ ...quiet, ...options }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(HostedConnectError)
  return error as HostedConnectError
}

async function withPage<T>(status: number, body: string, use: (url: string) => Promise<T>): Promise<T> {
  const server = createServer((_, response) => response.writeHead(status, { 'content-type': 'text/html' }).end(body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

test('a command that does not exist is named without its arguments', async () => {
  const { message } = await connectError({ command: 'no-such-command', args: ['--now'] })
  expect(message).toMatch(/^cannot start "no-such-command": spawn no-such-command ENOENT; check the command/)
})

test('a command that ends at once is quoted', async () => {
  const { message } = await connectError({
    command: process.execPath,
    args: ['-e', 'console.error("no token");process.exit(1)'],
  })
  expect(message).toMatch(/does not answer as an MCP server: it ended with exit code 1; it said: no token$/)
})

test('an address where nothing listens is named without its query', async () => {
  const url = await withPage(200, '', async (free) => free)
  const { message } = await connectError({ url: `${url}?key=secret` })
  expect(message).toMatch(/^cannot reach 127\.0\.0\.1:\d+\/mcp: .*ECONNREFUSED.*; check that the server runs there$/)
})

test('a failed connection is reported once, by its rejection', async () => {
  const onError = vi.fn()
  await withPage(405, '<h1>hello</h1>', (url) => connectError({ url, onError }))
  expect(onError).not.toHaveBeenCalled()
})

test.each([200, 404, 500])('a page with status %i is not an MCP server', async (status) => {
  await withPage(status, '<h1>hello</h1>', async (url) => {
    const { message } = await connectError({ url })
    expect(message).toContain(`"${url.slice('http://'.length)}" does not answer as an MCP server: `)
  })
})
