import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { toPage } from './promises/page.ts'
import { PATHS, type Path, type PathName, type ToolPathName } from './promises/path.ts'
import { chat } from './promises/paths/chat.ts'
import { mcp2025 } from './promises/paths/mcp-2025.ts'
import { sealed, stored } from './promises/paths/mcp-2026.ts'
import { script } from './promises/paths/script.ts'
import { task } from './promises/paths/task.ts'
import { terminal } from './promises/paths/terminal.ts'
import { buildProgram, removeProgram } from './promises/processes.ts'
import { type Cell, TABLE } from './promises/table.ts'

const paths: Record<ToolPathName, Path> = {
  script,
  terminal,
  'mcp-2025': mcp2025,
  'mcp-2026-sealed': sealed,
  'mcp-2026-stored': stored,
  task,
  chat,
}

// Most cells wait for a lease or a deadline, and not for the processor; some start processes.
vi.setConfig({ maxConcurrency: 12, testTimeout: 60_000 })

beforeAll(buildProgram)
afterAll(removeProgram)

describe.concurrent.each(TABLE)('$title', ({ rows }) => {
  for (const { id, promise, cells } of rows) {
    for (const name of Object.keys(PATHS) as PathName[]) {
      const cell: Cell = cells[name]
      const title = `${PATHS[name]}, ${id}: ${promise}`
      const path = paths[name as ToolPathName]
      if (typeof cell === 'function') it(title, () => cell(path))
    }
  }
})

it.each(TABLE)('the invariants of "$title" are stated where the page says', ({ invariants }) => {
  const sources = { R: 'tools/run.ts', D: 'log/driver.ts' }
  const stated = Object.values(sources).flatMap((file) =>
    [...readFileSync(`packages/framework/src/${file}`, 'utf8').matchAll(/^ \* ([RD]\d+) /gm)].map(([, id]) => id),
  )
  expect(stated).toEqual(expect.arrayContaining([...invariants]))
})

it('docs/promises.md shows the table; -u writes it', async () => {
  await expect(toPage(TABLE)).toMatchFileSnapshot('../docs/promises.md')
})
