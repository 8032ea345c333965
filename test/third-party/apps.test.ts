import { join } from 'node:path'
import { expect, type TestContext, test } from 'vitest'
import type { ServerAddress } from '../../apps/yo-chat/server/hosted/address.ts'
import { startApp } from '../../apps/yo-chat/server/start-app.ts'
import { findBuiltPage } from '../yo-chat/built-page.ts'
import { createModels } from '../yo-chat/models.ts'
import { Person } from '../yo-chat/person.ts'
import { useBrowser } from '../yo-chat/use-browser.ts'
import { installPackages, NotInstallableError } from './install.ts'

/** Example servers of ext-apps, by the names of their packages. */
const VERSIONS = {
  '@modelcontextprotocol/server-basic-react': '2.0.3',
  '@modelcontextprotocol/server-system-monitor': '2.0.3',
  '@modelcontextprotocol/server-budget-allocator': '2.0.3',
}

/** `npm run test:matrix` shows all of them. */
const isWhole = process.env.MODE === 'matrix'

// These apps ask for fonts and code that the policy of the sandbox does not allow, and do without.
const browser = useBrowser({ tolerates: /^Failed to load resource|Content Security Policy/ })

const install = (context: TestContext, versions: Record<string, string>): Promise<string> =>
  installPackages(versions).catch((error: unknown) =>
    error instanceof NotInstallableError ? context.skip(error.message) : Promise.reject(error),
  )

async function findExample(context: TestContext, name: string): Promise<ServerAddress> {
  const folder = await install(context, VERSIONS)
  const script = join(folder, 'node_modules/@modelcontextprotocol', `server-${name}`, 'dist/index.js')
  return { command: process.execPath, args: [script, '--stdio'] }
}

/** Calls a tool of a server in a chat, and returns the inner frame of its app. */
async function show(context: TestContext, server: ServerAddress, tool: string, input: object = {}) {
  const app = await startApp({
    port: 0,
    host: '127.0.0.1',
    store: ':memory:',
    models: createModels({ hangs: false }),
    dist: await findBuiltPage(),
    servers: [server],
    onError() {},
  })
  context.onTestFinished(() => app.close())
  const person = new Person(await browser.open(app.url))
  await person.call(tool, input)
  await person.press('Allow')
  return { person, view: person.card(tool).frameLocator('iframe.app-frame').frameLocator('iframe') }
}

test('the app of server-basic-react shows the time, and requests it again if the person allows it', async (context) => {
  const { person, view } = await show(context, await findExample(context, 'basic-react'), 'get-time')
  await view.getByText(/\d{4}-\d\d-\d\dT/).waitFor()
  await view.getByRole('button', { name: 'Get Server Time' }).click()
  await person.sees('The app wants to use get-time')
  await person.page.getByRole('button', { name: 'Allow', exact: true }).click()
  await person.sees('Done')
})

test.runIf(isWhole)('the app of server-system-monitor polls a tool that no model sees', async (context) => {
  const { person, view } = await show(context, await findExample(context, 'system-monitor'), 'get-system-info')
  await person.sees('The app wants to use poll-system-stats')
  await person.page.getByRole('checkbox', { name: 'Let this app use it again without asking' }).check()
  await person.page.getByRole('button', { name: 'Allow', exact: true }).click()
  await view.getByText(/CPU/).first().waitFor()
  await person.page.getByText('The app wants to use').waitFor({ state: 'detached' })
})

test.runIf(isWhole)('the app of server-budget-allocator shows its sliders', async (context) => {
  const { view } = await show(context, await findExample(context, 'budget-allocator'), 'get-budget-data')
  await view.getByRole('slider').first().waitFor()
  expect(await view.getByRole('slider').count()).toBeGreaterThan(2)
})

test.runIf(isWhole)(
  'the app of a third party, mcp-devkit-server of Mapbox, is shown',
  async (context) => {
    const folder = await install(context, { '@mapbox/mcp-devkit-server': '0.8.2' })
    const server = {
      command: process.execPath,
      args: [join(folder, 'node_modules/@mapbox/mcp-devkit-server/dist/esm/index.js')],
      // It reads the name of the user from its token.
      env: { MAPBOX_ACCESS_TOKEN: 'pk.eyJ1IjoiYWRhIn0.x' },
    }
    const geojson = JSON.stringify({ type: 'Point', coordinates: [8.5, 47.4] })
    const { view } = await show(context, server, 'geojson_preview_tool', { geojson })
    // Its map comes from a CDN, which no test reaches; the rest of the app is there.
    await view.locator('#open-btn').waitFor({ state: 'attached' })
  },
  // Its package is large.
  180_000,
)
