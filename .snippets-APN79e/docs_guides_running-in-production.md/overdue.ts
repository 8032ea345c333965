export {}































import { createMemoryStore } from '@sweatpants/framework/log'

export const store = createMemoryStore()

/** Everything that has waited for a manager for three days. */
export async function listOverdue(): Promise<string[]> {
  const { runs } = await store.runs.list({ state: 'waiting', tool: 'approve_expense', olderThan: 3 * 86_400_000 })
  return runs
    .filter(({ detail }) => detail?.waits?.some(({ to }) => to?.includes('role:manager')))
    .map(({ id, principal }) => `${id} of ${principal}`)
}
