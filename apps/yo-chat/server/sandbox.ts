import { toListenError } from '@sweatpants/framework/cli'
import { createListener, createSandbox, type Listening, listenHttp } from '@sweatpants/framework/http'

export interface SandboxAddress {
  /** The port of the sandbox. Default: the one after the app's, or any that is free. */
  sandboxPort?: number | undefined
  /** Where pages reach the sandbox, if not at its port: `https://views.example.com/`. */
  sandboxUrl?: string | undefined
}

export interface Sandbox extends Listening {
  /** Returns the origin of the sandbox for a page that was loaded from this `Host`. */
  originFor(host: string): string
}

interface SandboxOptions extends SandboxAddress {
  /** The port and the address of the app. */
  port: number
  host: string
  hosts: readonly string[]
}

/** Serves the frames for views of other servers, on an origin of its own. */
export async function listenSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { port, host, hosts, sandboxPort, sandboxUrl } = options
  const names = sandboxUrl === undefined ? hosts : [...hosts, new URL(sandboxUrl).hostname]
  const listener = createListener(createSandbox({ allowedHosts: names }), { onError: console.error })
  const wanted = sandboxPort ?? (port === 0 ? 0 : port + 1)
  const listen = (port: number): Promise<Listening> =>
    listenHttp(listener, { port, host }).catch((cause) => {
      throw toListenError(cause, { port, host })
    })
  // Only the default port gives way.
  const listening = await (sandboxPort === undefined ? listen(wanted).catch(() => listen(0)) : listen(wanted))
  const { port: bound } = new URL(listening.url)
  return {
    ...listening,
    originFor: (name) =>
      sandboxUrl === undefined ? `http://${new URL(`http://${name}`).hostname}:${bound}` : new URL(sandboxUrl).origin,
  }
}
