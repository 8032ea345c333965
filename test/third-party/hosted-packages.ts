import { join } from 'node:path'
import type { TestContext } from 'vitest'
import { installPackages, NotInstallableError } from './install.ts'

const VERSIONS = {
  '@modelcontextprotocol/server-everything': '2026.8.31',
  '@modelcontextprotocol/server-filesystem': '2026.8.31',
  '@modelcontextprotocol/server-memory': '2026.8.31',
  '@playwright/mcp': '0.0.83',
}

/** Returns the path of a program of the packages. Skips the test if they cannot be installed here. */
export async function findServer(context: TestContext, command: string): Promise<string> {
  const folder = await installPackages(VERSIONS).catch((error: unknown) =>
    error instanceof NotInstallableError ? context.skip(error.message) : Promise.reject(error),
  )
  return join(folder, 'node_modules/.bin', command)
}
