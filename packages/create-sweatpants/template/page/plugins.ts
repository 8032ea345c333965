import { definePlugin } from '@sweatpants/framework'
import DishCard from '../src/tools/dish-card.tsx'
import type { planDinner } from '../src/tools/plan-dinner.ts'

/** Asks the question of `plan_dinner` with a component. Only the type of the tool is imported, so its code stays on the server. */
const planDinnerPlugin = definePlugin<typeof planDinner>('plan_dinner').views({ taste: DishCard }).build()

/** A question without a component is asked with a form. */
export const plugins = [planDinnerPlugin]
