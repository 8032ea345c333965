import { sendToApp } from '../frame/send-to-app.ts'

/** Asks the server to connect to an MCP server, which it tries before it answers. */
export async function addServer(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  await sendToApp('POST', 'servers', { url, headers })
}

export async function removeServer(id: string): Promise<void> {
  await sendToApp('DELETE', toPath(id))
}

/** Asks the server to connect to an MCP server again that it disabled. */
export async function enableServer(id: string): Promise<void> {
  await sendToApp('POST', `${toPath(id)}/enable`)
}

export async function disableServer(id: string): Promise<void> {
  await sendToApp('POST', `${toPath(id)}/disable`)
}

/** Leaves the page for that of the authorization server, which sends the browser back. */
export async function signIn(id: string): Promise<void> {
  const answer = await sendToApp('POST', `${toPath(id)}/sign-in`)
  const { url } = (await answer.json()) as { url: string }
  // Another server chose it. A script address would run in this page.
  if (!/^https?:\/\//.test(url)) throw new Error('This server asks to sign in at an address that is not a web page.')
  window.location.assign(url)
}

export async function signOut(id: string): Promise<void> {
  await sendToApp('DELETE', `${toPath(id)}/sign-in`)
}

export async function chooseTool(
  id: string,
  tool: string,
  choice: { isOn?: boolean; isAllowed?: boolean },
): Promise<void> {
  await sendToApp('PATCH', `${toPath(id)}/tools/${encodeURIComponent(tool)}`, choice)
}

const toPath = (id: string): string => `servers/${encodeURIComponent(id)}`
