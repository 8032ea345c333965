import { spawn } from 'node:child_process'
import { UsageError } from './args.ts'
import { type HttpServed, listenUntilSignal } from './transport.ts'

/** Loads the optional package `@sweatpants/inspector`. */
export async function loadInspector(command: string) {
  // Bundlers accept a missing package only if the import stands in a `try` of its own.
  try {
    return await import('@sweatpants/inspector')
  } catch (cause) {
    const message = `${command} needs @sweatpants/inspector, which could not be loaded; npm i -D @sweatpants/inspector`
    throw new UsageError(message, { cause })
  }
}

export interface PageServing {
  port: number
  /** Whether a browser opens the page. */
  opens: boolean | undefined
  /** Returns what to print once the page is served. */
  describe(url: string): string
}

/** Serves a page on this machine until a signal. */
export const servePage = (page: HttpServed, { port, opens, describe }: PageServing): Promise<void> =>
  listenUntilSignal(page, { host: '127.0.0.1', port }, (url) => {
    console.error(describe(url))
    if (opens) openBrowser(url)
  })

const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

function openBrowser(url: string): void {
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open']
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true })
  child.once('error', () => console.error(`No browser could be opened; the page is at ${url}`))
  child.unref()
}
