/** A request that failed, with a message for the person at the page. */
class RefusedError extends Error {
  override name = 'RefusedError'
}

export type Request = <T>(method: string, path: string, body?: unknown) => Promise<T>

/** Returns a function that calls the API of a page. `server` and `remedy` are for the person, if nothing responds. */
export const createRequest =
  (server: string, remedy: string): Request =>
  async <T>(method: string, path: string, body?: unknown) => {
    const init = body === undefined ? { method } : { method, body: JSON.stringify(body), headers: JSON_BODY }
    const response = await fetch(path, init).catch(() => {
      throw new RefusedError(`${server} is not responding. ${remedy}`)
    })
    if (response.status === 204) return undefined as T
    const reply = await response.json()
    if (response.ok) return reply
    throw new RefusedError(reply.error?.message ?? `${server} responded with status ${response.status}.`)
  }

const JSON_BODY = { 'content-type': 'application/json' }

export const ofRun = (runId: string, path = ''): string => `/api/runs/${encodeURIComponent(runId)}${path}`
