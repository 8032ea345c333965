import { createServer } from 'node:http'
import { type AddressInfo, createServer as createHolder } from 'node:net'
import type { Store } from '../log/log.ts'
import { createSignIn, type SignIn } from '../mcp/sign-in/create-sign-in.ts'

const PATH = '/signed-in'

/**
 * Creates the sign-in of the person at the terminal: prints the address to standard error when a server asks for it, and waits
 * for the browser at a port of the loopback. The tokens are in the store, so the next start needs no person.
 */
export async function createTerminalSignIn(url: string | URL, store: Store, keys: readonly string[]): Promise<SignIn> {
  const port = await findPort()
  const redirectUrl = `http://127.0.0.1:${port}${PATH}`
  const authorize = async (address: URL): Promise<URLSearchParams> => {
    console.error(`To sign in to ${new URL(url).host}, open this address in a browser:\n\n  ${address.href}\n`)
    return receive(port)
  }
  return createSignIn({ url, grant: { type: 'authorization_code', redirectUrl, authorize }, store, keys })
}

/** Resolves to the query of the first request to the redirect. */
async function receive(port: number): Promise<URLSearchParams> {
  const { promise, resolve, reject } = Promise.withResolvers<URLSearchParams>()
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://127.0.0.1')
    const isRedirect = pathname === PATH
    response.writeHead(isRedirect ? 200 : 404, { 'content-type': 'text/plain', connection: 'close' })
    response.end(isRedirect ? 'You can close this page, and go back to the terminal.\n' : 'There is nothing here.\n')
    if (isRedirect) resolve(searchParams)
  })
  server.on('error', reject).listen(port, '127.0.0.1')
  try {
    return await promise
  } finally {
    server.close()
  }
}

/** The address of the redirect is registered before a browser is waited for. */
async function findPort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const holder = createHolder().on('error', reject)
  holder.listen(0, '127.0.0.1', () => {
    const { port } = holder.address() as AddressInfo
    holder.close(() => resolve(port))
  })
  return promise
}
