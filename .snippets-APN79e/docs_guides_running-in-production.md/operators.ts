export {}








































































import { createRunControls, createRunRoutes } from '@sweatpants/framework/control'
import { Hono } from 'hono'
import { store } from './overdue.ts'

const operators = new Map([[process.env.OPERATOR_TOKEN!, 'ops']])
const auth = (request: Request) => operators.get(request.headers.get('authorization')?.replace('Bearer ', '') ?? '')

export const app = new Hono()
app.route('/', createRunRoutes({ store, auth, allowedHosts: ['ops.example.com'] }))

/** Retries every run of a tool that failed within the last hour. */
export async function retryFailed(tool: string): Promise<void> {
  const controls = createRunControls({ store })
  const { runs } = await store.runs.list({ state: 'failed', tool })
  for (const { id, changedAt } of runs) if (changedAt > Date.now() - 3_600_000) await controls.retry(id)
}
