import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { toPage } from './promises/page.ts'
import { runTable } from './promises/run-table.ts'
import { TABLE } from './promises/table.ts'

runTable()

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
