import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HostedConnectError } from '@sweatpants/framework/mcp'
import type { Model } from '@sweatpants/framework/models'
import { makeDist } from '../../apps/yo-chat/server/fixtures/test-app.ts'
import { startApp } from '../../apps/yo-chat/server/start-app.ts'
import type { Served } from './surface.ts'

/** The whole web app, with a small built page and a file beside it that is not public. */
export async function serveApp(
  models: readonly [Model, ...Model[]],
  onError: (error: unknown) => void,
): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-app-'))
  const app = await startApp({
    port: 0,
    host: '127.0.0.1',
    store: join(folder, 'store.db'),
    models,
    dist: makeDist(folder),
    onError(error) {
      // A third-party server that cannot be reached is reported once, as it should be.
      if (!(error instanceof HostedConnectError)) onError(error)
    },
  })
  const close = async () => {
    await app.close()
    rmSync(folder, { recursive: true })
  }
  return { url: app.url, close }
}
