import type { PluginPage } from '@sweatpants/framework'
import { choose, runInTerminal, type Terminal } from '@sweatpants/framework/terminal'
import type { Menu } from './card-picker.ts'
import { pickCard } from './tool.ts'

export function main(terminal: Terminal): Promise<number> {
  return runInTerminal(pickCard, { count: 5 }, { terminal, plugins: [pickCard.plugin], render: renderMenu(terminal) })
}

/** Shows a menu as a numbered list. A page would show the same component as buttons. */
function renderMenu(terminal: Terminal): PluginPage['render'] {
  return async (component, props, signal) => {
    const response = Promise.withResolvers<unknown>()
    // Every component of this example is a function of its props that returns a menu.
    const menu = (component as (props: object) => Menu)({ ...props, onRespond: response.resolve })
    menu.onSelect(await choose(terminal, menu.title, menu.options, signal))
    return response.promise
  }
}
