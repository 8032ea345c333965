import { createRunRoutes, type RunRoutesOptions } from '@sweatpants/framework/control'
import {
  createListener,
  createRoutes,
  type Listening,
  type ListenOptions,
  listenHttp,
} from '@sweatpants/framework/http'
import { CONTROL_ROOM, readPage } from './page-files.ts'
import { identifyPage, replyPage } from './routes.ts'

export interface ControlRoomOptions extends Omit<RunRoutesOptions, 'auth' | 'path' | 'signal'> {
  /** Returns the name of an operator. Default: everyone who can reach the address, from this page only. */
  auth?: RunRoutesOptions['auth']
}

export interface ControlRoom {
  /** Serves the page at `/` and its API below `/api/runs`. */
  fetch(request: Request): Response | Promise<Response>
  listen(options?: ListenOptions): Promise<Listening>
  /** Ends the event streams. */
  close(): void
}

/** Serves a page that shows the runs of a store and mends them. */
export async function createControlRoom({ auth = identifyPage, ...options }: ControlRoomOptions): Promise<ControlRoom> {
  const closing = new AbortController()
  const { onError = console.error } = options
  const page = await readPage(CONTROL_ROOM)
  const files = Object.fromEntries([...page].map(([path, file]) => [path, { GET: () => replyPage(file) }]))
  const routes = createRoutes(files, { ...options, auth, bodyLimit: 0, onError })
  routes.route('/', createRunRoutes({ ...options, auth, signal: closing.signal }))
  return {
    fetch: (request) => routes.fetch(request),
    listen: (address) => listenHttp(createListener(routes.fetch, { onError }), address),
    close: () => closing.abort(),
  }
}
