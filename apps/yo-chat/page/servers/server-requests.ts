/** Asks the server to connect to an MCP server, which it tries before it answers. */
export async function addServer(url: string): Promise<void> {
  await request('/api/app/servers', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  })
}

export async function removeServer(id: string): Promise<void> {
  await request(`/api/app/servers/${encodeURIComponent(id)}`, { method: 'DELETE' })
}

/** Asks the server to connect to an MCP server again that it disabled. */
export async function enableServer(id: string): Promise<void> {
  await request(`/api/app/servers/${encodeURIComponent(id)}/enable`, { method: 'POST' })
}

async function request(path: string, init: RequestInit): Promise<void> {
  const answer = await fetch(path, init).catch((cause) => {
    throw new Error('The server cannot be reached. Try again in a moment.', { cause })
  })
  if (answer.ok) return
  const body: unknown = await answer.json().catch(() => undefined)
  throw new Error(problemIn(body) ?? `The server answered with status ${answer.status}.`)
}

function problemIn(body: unknown): string | undefined {
  const { error } = (body ?? {}) as { error?: { message?: unknown } }
  return typeof error?.message === 'string' ? error.message : undefined
}
