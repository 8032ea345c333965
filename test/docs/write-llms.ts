import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFullText } from './full-text.ts'
import { root } from './pages.ts'

writeFileSync(join(root, 'llms-full.txt'), createFullText())
console.log('Wrote llms-full.txt.')
