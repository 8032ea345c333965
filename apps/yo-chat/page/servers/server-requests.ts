/** Asks the server to connect to an MCP server, which it tries before it answers. */
export async function addServer(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  await send('POST', '/api/app/servers', { url, headers })
}

export async function removeServer(id: string): Promise<void> {
  await send('DELETE', toPath(id))
}

/** Asks the server to connect to an MCP server again that it disabled. */
export async function enableServer(id: string): Promise<void> {
  await send('POST', `${toPath(id)}/enable`)
}

export async function disableServer(id: string): Promise<void> {
  await send('POST', `${toPath(id)}/disable`)
}

/** Leaves the page for that of the authorization server, which sends the browser back. */
export async function signIn(id: string): Promise<void> {
  const answer = await send('POST', `${toPath(id)}/sign-in`)
  const { url } = (await answer.json()) as { url: string }
  // Another server chose it. A script address would run in this page.
  if (!/^https?:\/\//.test(url)) throw new Error('This server asks to sign in at an address that is not a web page.')
  window.location.assign(url)
}

export async function signOut(id: string): Promise<void> {
  await send('DELETE', `${toPath(id)}/sign-in`)
}

export async function chooseTool(
  id: string,
  tool: string,
  choice: { isOn?: boolean; isAllowed?: boolean },
): Promise<void> {
  await send('PATCH', `${toPath(id)}/tools/${encodeURIComponent(tool)}`, choice)
}

const toPath = (id: string): string => `/api/app/servers/${encodeURIComponent(id)}`

async function send(method: string, path: string, body: object = {}): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  const init = method === 'DELETE' ? { method } : { method, headers, body: JSON.stringify(body) }
  const answer = await fetch(path, init).catch((cause) => {
    throw new Error('The server cannot be reached. Try again in a moment.', { cause })
  })
  if (answer.ok) return answer
  const problem: unknown = await answer.json().catch(() => undefined)
  throw new Error(problemIn(problem) ?? `The server answered with status ${answer.status}.`)
}

function problemIn(body: unknown): string | undefined {
  const { error } = (body ?? {}) as { error?: { message?: unknown } }
  return typeof error?.message === 'string' ? error.message : undefined
}
