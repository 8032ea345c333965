/** The server refuses a request. The message is for the person. */
export class AppRefusal extends Error {
  readonly code: string | undefined

  constructor(message: string, code: string | undefined) {
    super(message)
    this.code = code
  }
}

/** Sends a request below `/api/app`. Rejects with an error whose message is for the person. */
export async function sendToApp(method: string, path: string, body: object = {}): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  const hasBody = method !== 'GET' && method !== 'DELETE'
  const init = hasBody ? { method, headers, body: JSON.stringify(body) } : { method }
  const answer = await fetch(`/api/app/${path}`, init).catch((cause) => {
    throw new Error('The server cannot be reached. Try again in a moment.', { cause })
  })
  if (answer.ok) return answer
  const { error } = ((await answer.json().catch(() => undefined)) ?? {}) as {
    error?: { code?: string; message?: string }
  }
  throw new AppRefusal(error?.message ?? `The server answered with status ${answer.status}.`, error?.code)
}
