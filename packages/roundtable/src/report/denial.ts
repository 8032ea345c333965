import { opposite, signedWords } from '../consensus/signed-words.ts'

/** Whether both speak of mostly the same, and at least half of that is said by one and denied by the other. */
export function isDenial(one: string, other: string): boolean {
  const [said, heard] = [signedWords(one), signedWords(other)]
  const opposed = [...said].filter((signed) => heard.has(opposite(signed)) && !heard.has(signed)).length
  const shared = [...said].filter((signed) => heard.has(signed)).length + opposed
  return opposed > 0 && opposed * 2 >= shared && shared * 2 >= Math.min(said.size, heard.size)
}
