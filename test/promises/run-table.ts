import { afterAll, beforeAll, describe, it, vi } from 'vitest'
import { PATHS, type Path, type PathName, type ToolPathName } from './path.ts'
import { chat } from './paths/chat.ts'
import { mcp2025 } from './paths/mcp-2025.ts'
import { sealed, stored } from './paths/mcp-2026.ts'
import { script } from './paths/script.ts'
import { task } from './paths/task.ts'
import { terminal } from './paths/terminal.ts'
import { buildProgram, removeProgram } from './processes.ts'
import type { Cell } from './row.ts'
import { TABLE } from './table.ts'

const paths: Record<ToolPathName, Path> = {
  script,
  terminal,
  'mcp-2025': mcp2025,
  'mcp-2026-sealed': sealed,
  'mcp-2026-stored': stored,
  task,
  chat,
}

/** Tests the cells of the table, or those that `isMeant` names by their row and path. */
export function runTable(isMeant: (row: string, path: PathName) => boolean = () => true): void {
  // Most cells wait for a lease or a deadline, and not for the processor; some start processes.
  vi.setConfig({ maxConcurrency: 12 })

  beforeAll(buildProgram)
  afterAll(removeProgram)

  const tests = TABLE.map(({ title, rows }) => {
    const cells = rows.flatMap(({ id, promise, cells }) =>
      (Object.keys(PATHS) as PathName[])
        .filter((name) => isMeant(id, name))
        .map((name) => ({ name, title: `${PATHS[name]}, ${id}: ${promise}`, cell: cells[name] as Cell })),
    )
    return { title, cells: cells.filter(({ cell }) => typeof cell === 'function') }
  })
  describe.concurrent.each(tests.filter(({ cells }) => cells.length > 0))('$title', ({ cells }) => {
    for (const { name, title, cell } of cells) {
      if (typeof cell === 'function') it(title, () => cell(paths[name as ToolPathName]))
    }
  })
}
