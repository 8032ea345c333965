import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { fixture, root } from './command.ts'

const manifest = {
  name: '@ada/flights',
  mcpName: 'io.github.ada/flights',
  version: '1.2.0',
  description: 'Books flights with the traveller',
  author: 'Ada <ada@example.com> (https://example.com)',
  license: 'MIT',
  repository: 'github:ada/flights',
  type: 'module',
  bin: 'publish/server.mjs',
}

/** Makes a project that can be published, with the tools of the fixtures and one that has a view. Resolves to its folder. */
export async function makeProject(changes: Record<string, unknown> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'published-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  await cp(fixture('tools.ts'), join(folder, 'tools.ts'))
  await writeFile(
    join(folder, 'seat.ts'),
    `import { createMcpTool } from '@sweatpants/framework'
export const seat = createMcpTool('seat').view(new URL('./seat.tsx', import.meta.url)).execute(function* () {}).build()
`,
  )
  await writeFile(join(folder, 'seat.tsx'), 'export default () => <p>By the window</p>\n')
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...manifest, ...changes }))
  return folder
}
