import { z } from 'zod'

// A stand-in for services of yours: a database of recipes, a shop. The page imports the tool and so this file too; what only
// a server has, such as node:fs, is imported where it is used: `const { readFile } = await import('node:fs/promises')`.

export const DIETS = ['anything', 'vegetarian', 'vegan'] as const
export type Diet = (typeof DIETS)[number]

export const Dish = z.object({ name: z.string(), emoji: z.string(), minutes: z.int(), groceries: z.array(z.string()) })
export type Dish = z.infer<typeof Dish>

const DISHES: (Dish & { diet: Diet })[] = [
  {
    name: 'Chickpea curry',
    emoji: '🍛',
    minutes: 35,
    groceries: ['chickpeas', 'coconut milk', 'spinach', 'rice'],
    diet: 'vegan',
  },
  {
    name: 'Ramen',
    emoji: '🍜',
    minutes: 40,
    groceries: ['noodles', 'miso', 'mushrooms', 'spring onions'],
    diet: 'vegan',
  },
  {
    name: 'Mushroom risotto',
    emoji: '🍚',
    minutes: 45,
    groceries: ['risotto rice', 'mushrooms', 'parmesan', 'white wine'],
    diet: 'vegetarian',
  },
  {
    name: 'Shakshuka',
    emoji: '🍳',
    minutes: 25,
    groceries: ['eggs', 'tomatoes', 'peppers', 'flat bread'],
    diet: 'vegetarian',
  },
  {
    name: 'Fish tacos',
    emoji: '🌮',
    minutes: 30,
    groceries: ['white fish', 'tortillas', 'cabbage', 'limes'],
    diet: 'anything',
  },
]

/** What people of a diet eat; a diet takes what comes after it in the list. */
export async function findDishes(diet: Diet): Promise<Dish[]> {
  const strictness = (of: Diet) => DIETS.indexOf(of)
  return DISHES.filter((dish) => strictness(dish.diet) >= strictness(diet)).map(({ diet: _, ...dish }) => dish)
}

const orders = new Map<string, number>()

/** The same key is the same order, however often it is sent. */
export async function orderGroceries(dish: Dish, people: number, key: string) {
  if (!orders.has(key)) orders.set(key, orders.size + 1)
  return { order: orders.get(key)!, groceries: dish.groceries.map((grocery) => `${people} × ${grocery}`) }
}
