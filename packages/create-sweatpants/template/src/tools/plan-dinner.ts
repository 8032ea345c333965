import { createMcpTool } from '@sweatpants/framework'
import { z } from 'zod'
import { DIETS, Dish, findDishes, orderGroceries } from '../kitchen.ts'

/**
 * Every `yield*` waits: for a service, a model, a person. What comes back is recorded first, so a process that dies in between
 * loses nothing: the next one continues from there, asks no question twice and orders once.
 */
export const planDinner = createMcpTool('plan_dinner')
  .description('Plan a dinner: picks a dish, asks the person, orders the groceries')
  .parameters(z.object({ people: z.int().min(1).max(12), diet: z.enum(DIETS).default('anything') }))
  .elicits({
    taste: {
      response: z.object({ answer: z.enum(['cook it', 'something else']).meta({ title: 'Your answer' }) }),
      context: z.object({ dish: Dish, people: z.int() }),
      // Shown in the page of this project, and in every host that shows views.
      view: new URL('./dish-card.tsx', import.meta.url),
    },
  })
  .execute(function* ({ people, diet }, ctx) {
    let dishes = yield* ctx.step('find dishes', () => findDishes(diet))

    while (dishes.length > 0) {
      const names = dishes.map(({ name }) => name)
      const { parsed } = yield* ctx.sampleSchema({
        prompt: `Pick one dish for a dinner of ${people}: ${names.join(', ')}.`,
        schema: z.object({ dish: z.enum(names) }),
      })
      const dish = dishes.find(({ name }) => name === parsed.dish)!

      const message = `How about ${dish.name}? It takes ${dish.minutes} minutes.`
      const taste = yield* ctx.elicit('taste', { message, dish, people })
      if (taste.action !== 'accept') return { planned: false, reason: 'no one wants to decide' }

      if (taste.content.answer === 'cook it') {
        // Its key is the same when the step has to run again, so that a service can tell.
        const order = yield* ctx.step('order', ({ idempotencyKey }) => orderGroceries(dish, people, idempotencyKey))
        return { planned: true, dish: dish.name, people, ...order }
      }
      dishes = dishes.filter(({ name }) => name !== dish.name)
    }
    return { planned: false, reason: 'that was every dish' }
  })
  .build()
