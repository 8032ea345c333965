import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { launchChromium } from '../chromium.ts'
import { findFreePort } from '../create-sweatpants/free-port.ts'
import { run } from '../create-sweatpants/run.ts'
import { installPackages, NotInstallableError } from './install.ts'
import { type Running, serve } from './serve.ts'
import { packTarballs } from './tarballs.ts'
import { callUntilAsked, connectVisitor, expectCancelled, REVISIONS, type Waiting } from './visitor.ts'

/** A build takes half a minute, so only `npm run test:matrix` runs it. */
const isWhole = process.env.MODE === 'matrix'

const VERSIONS = {
  next: '16.4.6',
  react: '19.3.1',
  'react-dom': '19.3.1',
  typescript: '5.9.3',
  '@types/node': '24.19.2',
  '@types/react': '19.3.0',
  zod: '4.6.7',
}

const KEYS = 'a secret that all processes of this test share'
const reserve = { name: 'reserve_table', arguments: { people: 4 } }

/** Adds tools that wait to the copy of the example. */
async function offerCancelling(lib: string): Promise<void> {
  await cp(join(import.meta.dirname, 'runtimes/cancelling.ts'), join(lib, 'cancelling.ts'))
  const file = join(lib, 'app.ts')
  const source = await readFile(file, 'utf8')
  const offered = source.replace('tools: [reserveTable]', 'tools: [reserveTable, ...cancelling]')
  await writeFile(file, `import { cancelling } from './cancelling'\n${offered}`)
}

/** Installs the packed packages with the example beside them, as Turbopack wants it, and builds it. */
async function build(): Promise<string> {
  const { framework, 'demo-model': demo } = await packTarballs()
  const ours = { '@sweatpants/framework': `file:${framework}`, '@sweatpants/demo-model': `file:${demo}` }
  const folder = await installPackages({ ...VERSIONS, ...ours })
  await cp(join(import.meta.dirname, '../../examples/nextjs'), folder, { recursive: true })
  await offerCancelling(join(folder, 'lib'))
  await run(join(folder, 'node_modules/.bin/next'), ['build'], folder)
  return folder
}

test.runIf(isWhole)(
  'Next.js serves the chat and MCP for its own session, and goes on after it was killed',
  { timeout: 600_000 },
  async (context) => {
    const folder = await build().catch((error) => {
      if (error instanceof NotInstallableError) return context.skip(error.message)
      throw error
    })
    const scratch = await mkdtemp(join(tmpdir(), 'sweatpants-nextjs-'))
    await using cleanup = new AsyncDisposableStack()
    cleanup.defer(() => rm(scratch, { recursive: true, force: true }))
    const port = await findFreePort()
    const start = (): Promise<Running> =>
      serve(
        () => [join(folder, 'node_modules/.bin/next'), 'start', '--port', String(port), '--hostname', '127.0.0.1'],
        { cwd: folder, port, env: { STORE: join(scratch, 'restaurant.db'), SWEATPANTS_KEYS: KEYS } },
        '/',
      )
    await using browser = await launchChromium()
    const page = await browser.newPage()
    page.setDefaultTimeout(30_000)
    const origin = `http://127.0.0.1:${port}`
    const mcp = `${origin}/api/mcp`
    let cookie: string
    let waiting: Waiting
    {
      await using _server = await start()
      await page.goto(origin)
      await page.getByRole('textbox', { name: 'Name' }).fill('ada')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('heading', { name: 'Hello ada' }).waitFor()
      const [session] = await page.context().cookies()
      cookie = `${session!.name}=${session!.value}`

      for (const wrong of ['', `${cookie}x`, 'session=ada']) {
        expect((await fetch(`${origin}/api/chat/sessions`, { headers: { cookie: wrong } })).status).toBe(401)
        await expect(connectVisitor(mcp, { headers: { cookie: wrong } })).rejects.toThrow()
      }
      for (const revision of REVISIONS) {
        const client = await connectVisitor(mcp, { revision, headers: { cookie }, content: { time: '20:30' } })
        expect((await client.callTool(reserve)).content).toMatchObject([
          { text: 'Reserved table 2 for 4 at 20:30 in the name of ada' },
        ])
      }
      await expectCancelled(await connectVisitor(mcp, { headers: { cookie } }))
      waiting = await callUntilAsked(await connectVisitor(mcp, { headers: { cookie } }), reserve)
      await page.getByRole('textbox', { name: 'Message' }).fill('Reserve a table for 4 people')
      await page.getByRole('textbox', { name: 'Message' }).press('Enter')
      await page.getByText('When do you want table 2?').first().waitFor()
    }
    await using _again = await start()
    const client = await connectVisitor(mcp, { headers: { cookie } })
    expect(await waiting.answer(client, { time: '18:00' })).toBe('Reserved table 2 for 4 at 18:00 in the name of ada')
    await page.reload()
    await page.getByText('When do you want table 2?').first().waitFor()
    await page.getByRole('combobox', { name: 'Time' }).selectOption('20:30')
    await page.locator('button[data-action=accept]').click()
    await page.getByText('Reserved table 2 for 4 at 20:30 in the name of ada').first().waitFor()
  },
)
