import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Model } from '@sweatpants/framework/models'
import { startApp } from '../../apps/yo-chat/server/start-app.ts'
import { findBuiltPage } from '../yo-chat/built-page.ts'

export interface BuiltApp extends AsyncDisposable {
  url: string
  /** Its own, and gone with it. */
  folder: string
}

/** The whole app with one model, and its page as it would be built now. */
export async function startBuiltApp(model: Model): Promise<BuiltApp> {
  await using opened = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'yo-chat-looks-'))
  opened.defer(() => rmSync(folder, { recursive: true, force: true }))
  const store = join(folder, 'store.db')
  const dist = await findBuiltPage()
  const app = await startApp({ port: 0, host: '127.0.0.1', store, models: [model], dist })
  opened.defer(() => app.close())
  const all = opened.move()
  return { url: app.url, folder, [Symbol.asyncDispose]: () => all.disposeAsync() }
}
