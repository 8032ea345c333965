import { getElicitContext, makePlugin } from '@sweatpants/framework'
import { planDinner } from '../src/tools/plan-dinner.ts'
import { DishCard } from './dish-card.tsx'

/** Asks the questions of `plan_dinner` with a component. A tool without a plugin is asked for with a form. */
const planDinnerPlugin = makePlugin(planDinner)
  .onElicit({
    *taste(request, ctx) {
      const answer = yield* ctx.render(DishCard, getElicitContext(request))
      return { action: 'accept', content: { answer } }
    },
  })
  .build()

export const plugins = [planDinnerPlugin.client]
