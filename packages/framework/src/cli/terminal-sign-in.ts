import { listenHttp } from '../http/listen.ts'
import type { Store } from '../log/log.ts'
import { createSignIn, type SignIn } from '../mcp/sign-in/create-sign-in.ts'

const PATH = '/signed-in'

/**
 * Creates the sign-in of the person at the terminal: prints the address to standard error when a server asks for it, and waits
 * for the browser at a port of the loopback. The tokens are in the store, so the next start needs no person.
 */
export async function createTerminalSignIn(url: string | URL, store: Store, keys: readonly string[]): Promise<SignIn> {
  // The address of the redirect is registered before a browser is waited for.
  const held = await listenHttp(() => {})
  await held.close()
  const redirectUrl = `${held.url}${PATH}`
  const authorize = async (address: URL): Promise<URLSearchParams> => {
    console.error(`To sign in to ${new URL(url).host}, open this address in a browser:\n\n  ${address.href}\n`)
    return receive(Number(new URL(redirectUrl).port), address.searchParams.get('state'))
  }
  return createSignIn({ url, grant: { type: 'authorization_code', redirectUrl, authorize }, store, keys })
}

/** Resolves to the query of the first redirect with this state. Any page in a browser can send other requests. */
async function receive(port: number, state: string | null): Promise<URLSearchParams> {
  const { promise, resolve } = Promise.withResolvers<URLSearchParams>()
  await using _listening = await listenHttp(
    (request, response) => {
      const url = URL.parse(request.url!, 'http://127.0.0.1')
      const isRedirect = url?.pathname === PATH && url.searchParams.get('state') === state
      response.writeHead(isRedirect ? 200 : 404, { 'content-type': 'text/plain', connection: 'close' })
      response.end(isRedirect ? 'You can close this page, and go back to the terminal.\n' : 'There is nothing here.\n')
      if (isRedirect) resolve(url.searchParams)
    },
    { port },
  )
  return await promise
}
