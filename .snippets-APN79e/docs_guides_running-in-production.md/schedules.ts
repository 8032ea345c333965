export {}









































































































import { createMcpTool } from '@sweatpants/framework'
import { listSchedules, schedule, startSchedules } from '@sweatpants/framework/control'
import { z } from 'zod'
import { store } from './overdue.ts'

const report = createMcpTool('report')
  .parameters(z.object({ region: z.string() }))
  .execute(function* ({ region }, ctx) {
    return yield* ctx.step('write', () => `report of ${region}`)
  })
  .build()

await schedule(store, report, { region: 'eu' }, { cron: '0 3 * * mon-fri', timeZone: 'Europe/Vienna' })
await schedule(store, report, { region: 'us' }, { every: 3_600_000 }, { name: 'report-us' })
await schedule(store, report, { region: 'all' }, { at: new Date('2027-01-01T00:00:00Z') }, { name: 'report-year' })

export const running = await startSchedules({ store, tools: [report] })
export const next = await listSchedules(store)
