import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { run } from '../cli/command.ts'
import { makeProject } from '../cli/published-project.ts'
import { run as runProgram } from '../create-sweatpants/run.ts'
import { installPackages, NotInstallableError } from './install.ts'

// `npm run test:matrix` has the official tool read the bundle; the suite unpacks and starts it in `test/cli/publish.test.ts`.

test.runIf(process.env.MODE === 'matrix')(
  'the official mcpb command unpacks a published bundle and accepts its manifest',
  async (context) => {
    const installed = await installPackages({ '@anthropic-ai/mcpb': '2.1.2' }).catch((error) =>
      error instanceof NotInstallableError ? context.skip(error.message) : Promise.reject(error),
    )
    const folder = await makeProject()
    const declared = ['--env', 'AIRLINE_KEY: The key of your account', '--env', 'CURRENCY=EUR: The currency of prices']
    expect(await run(['publish', '--dry-run', ...declared], { cwd: folder })).toMatchObject({ code: 0 })
    const cli = join(installed, 'node_modules/@anthropic-ai/mcpb/dist/cli/cli.js')
    const mcpb = (...args: string[]) => runProgram(process.execPath, [cli, ...args], folder)
    await mcpb('unpack', 'publish/flights-1.2.0.mcpb', 'unpacked')
    expect(await mcpb('validate', 'unpacked/manifest.json')).toContain('Manifest schema validation passes!')
    expect(readFileSync(join(folder, 'unpacked/server.mjs'))).toEqual(readFileSync(join(folder, 'publish/server.mjs')))
  },
  120_000,
)
