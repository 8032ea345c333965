import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createReference } from './api-reference.ts'
import { root } from './pages.ts'

const folder = join(root, 'docs/api')
const reference = createReference()
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const [page, text] of reference) writeFileSync(join(folder, page), text)
console.log(`Wrote ${reference.size} pages to docs/api.`)
