import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { schedule } from '@sweatpants/framework/control'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { connectHttp, connectStdio, eras } from './client.ts'
import { root, start } from './command.ts'

let scratch: string
let module: string
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'sweatpants-watch-'))
  module = join(scratch, 'tools.ts')
  await symlink(join(root, 'node_modules'), join(scratch, 'node_modules'), 'junction')
  await writeFile(join(scratch, 'words.ts'), "export const words = 'first words'\n")
  await writeModule('speak')
})
afterEach(() => rm(scratch, { recursive: true }))

const writeModule = (name: string) =>
  writeFile(
    module,
    `import { createMcpTool } from '@sweatpants/framework'
import { words } from './words.ts'
export const tool = createMcpTool('${name}').execute(function* () { return words }).build()
`,
  )

test.each(eras)('over stdio a client of %s is told of a change, and finds it', async (_, mode) => {
  await using client = await connectStdio(mode, ['serve', module, '--watch'])
  const changed = Promise.withResolvers<void>()
  client.setNotificationHandler('notifications/tools/list_changed', async () => changed.resolve())
  const subscription = mode === 'legacy' ? undefined : await client.listen({ toolsListChanged: true })
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['speak'])

  await writeModule('sing')
  await changed.promise
  const { tools } = await client.listTools(undefined, { cacheMode: 'refresh' })
  expect(tools.map(({ name }) => name)).toEqual(['sing'])
  expect((await client.callTool({ name: 'sing' })).content).toEqual([{ type: 'text', text: 'first words' }])
  await subscription?.close()
})

test('a schedule begins runs of a tool that was loaded later', async () => {
  const path = join(scratch, 'store.db')
  await using command = start(['serve', module, '--watch', '--http', '0', '--store', path])
  await command.until(/ at http:/)
  await writeModule('sing')
  await command.until(/Reloaded: 1 tool \(sing\)/)
  const store = createSqliteStore(path)
  onTestFinished(() => store.close())
  await schedule(store, { name: 'sing' }, {}, { at: Date.now() })
  const states = async () => (await store.runs.list()).runs.map(({ tool, state }) => `${tool} ${state}`)
  await expect.poll(states, { timeout: 20_000 }).toEqual(['sing completed'])
})

test('over HTTP a changed import is loaded, and a file that fails to load is reported and left out', async () => {
  await using command = start(['serve', module, '--watch', '--http', '0'])
  const url = (await command.until(/ at (http:\S+)/))[1]!
  await using client = await connectHttp('legacy', url)
  const speak = async () => (await client.callTool({ name: 'speak' })).content

  await writeFile(join(scratch, 'words.ts'), "export const words = 'second words'\n")
  await command.until(/Reloaded: 1 tool \(speak\)/)
  expect(await speak()).toEqual([{ type: 'text', text: 'second words' }])

  await writeFile(join(scratch, 'words.ts'), "export const words = ''\nthrow new Error('no words')\n")
  await command.until(/Not reloaded: .*tools\.ts could not be loaded: no words/)
  expect(await speak()).toEqual([{ type: 'text', text: 'second words' }])
})

test('a folder that is deleted and written again, as when a branch is checked out, is watched on', async () => {
  const words = join(scratch, 'words')
  const write = async (text: string) => {
    await mkdir(words, { recursive: true })
    await writeFile(join(words, 'index.ts'), `export const words = '${text}'\n`)
  }
  await write('first words')
  await writeFile(join(scratch, 'words.ts'), "export { words } from './words/index.ts'\n")
  await using command = start(['serve', module, '--watch', '--http', '0'])
  const url = (await command.until(/ at (http:\S+)/))[1]!
  await using client = await connectHttp('legacy', url)
  const speak = async () => (await client.callTool({ name: 'speak' })).content

  await rm(words, { recursive: true })
  await command.until(/Not reloaded: .*Cannot find module/)
  for (const text of ['second words', 'third words']) {
    await write(text)
    await expect.poll(speak, { timeout: 20_000 }).toEqual([{ type: 'text', text }])
  }
})
