import { givesData } from './contract/data.ts'
import { fails } from './contract/failures.ts'
import { playsTicTacToe } from './contract/game.ts'
import { isHalted } from './contract/halts.ts'
import type { ProviderUnderTest } from './contract/scene.ts'
import { speaks } from './contract/speech.ts'
import { callsTools } from './contract/tools.ts'

/** What every provider must do, shown on a loopback server that speaks its language. */
export function providerContract(name: string, provider: ProviderUnderTest): void {
  speaks(name, provider)
  callsTools(name, provider)
  givesData(name, provider)
  fails(name, provider)
  isHalted(name, provider)
  playsTicTacToe(name, provider)
}
