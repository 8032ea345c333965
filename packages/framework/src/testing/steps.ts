import type { StepBody, StepContext } from '../tools/effects/step.ts'
import { type Stock, Supply } from './stock.ts'

/** What a step gives instead of running its body: a value, an error that it throws, or a function of its own. */
export type StepStandIn = ((step: StepContext) => unknown) | object | string | number | boolean | null | undefined

/** Stand-ins by the name of the step. Each serves every run of its step, but for `inOrder`. */
export type ScriptedSteps = Readonly<Record<string, StepStandIn>>

export class InOrder {
  readonly items: readonly unknown[]

  constructor(items: readonly unknown[]) {
    this.items = items
  }
}

/** One stand-in for each run of a step, or one value for each signal of a name. A plain array is one value. */
export const inOrder = (...items: readonly unknown[]): object => new InOrder(items)

/** Runs the stand-in of a step where the script has one, and its body where it has none. */
export function createStepRunner(steps: ScriptedSteps, stock: Stock) {
  const supplies = new Map<string, Supply<StepStandIn>>()
  for (const [name, scripted] of Object.entries(steps)) {
    const supply =
      scripted instanceof InOrder ? Supply.inOrder(scripted.items as readonly StepStandIn[]) : Supply.always(scripted)
    supplies.set(
      name,
      stock.add(supply, (left) => `${left} for step "${name}"`),
    )
  }
  return (name: string, body: StepBody<unknown>, step: StepContext): unknown => {
    const supply = supplies.get(name)
    if (supply === undefined) return body(step)
    const { item } = supply.take() ?? stock.refuse(`the script has nothing more for step "${name}"`)
    if (item instanceof Error) throw item
    return typeof item === 'function' ? (item as StepBody<unknown>)(step) : item
  }
}
