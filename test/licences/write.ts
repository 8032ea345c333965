import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './find-packages.ts'
import { createLicenceList } from './licence-list.ts'

writeFileSync(join(root, 'docs/licences.md'), createLicenceList())
console.log('Wrote docs/licences.md.')
