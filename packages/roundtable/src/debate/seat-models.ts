import { createBudget, type Model, priceOf, withBudget } from '@sweatpants/framework/models'
import { type Session, seatOf } from '../session/session.ts'

/** The models of the seats, by `agentId`; together they spend no more than the session may. */
export function createSeatModels(
  session: Session,
  resolve: (model: string) => Promise<Model>,
): (agentId: string) => Promise<Model> {
  const { tokens, usd } = session.budget
  const limits = { ...(tokens !== undefined && { maxTokens: tokens }), ...(usd !== undefined && { maxCostUsd: usd }) }
  const budget = createBudget(limits, session.usage)
  const models = new Map<string, Promise<Model>>()
  const find = async (id: string) => {
    const model = await resolve(id)
    return withBudget(model, budget, priceOf(model.id))
  }
  return (agentId) => {
    const { model } = seatOf(session, agentId)
    const found = models.get(model) ?? find(model)
    models.set(model, found)
    return found
  }
}
