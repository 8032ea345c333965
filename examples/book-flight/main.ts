import { runInTerminal, type Terminal } from '@sweatpants/framework/terminal'
import { bookFlight } from './tool.ts'

export function main(terminal: Terminal): Promise<number> {
  return runInTerminal(bookFlight, { from: 'Lisbon', to: 'Vienna', date: '2026-07-28' }, { terminal })
}
