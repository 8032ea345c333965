/** One turn of a conversation as a provider was sent it. Calls and results are known by their ids. */
export interface Turn {
  role: 'user' | 'assistant'
  calls: string[]
  results: string[]
}

/** Why a provider would refuse the conversation. */
export function problemsOf(turns: readonly Turn[]): string[] {
  const problems: string[] = []
  if (turns[0]?.role !== 'user') problems.push('the conversation does not begin with the user')
  if (turns.at(-1)?.role !== 'user') problems.push('the conversation does not end with the user')
  turns.forEach(({ role, calls, results }, i) => {
    const before = turns[i - 1]
    if (role === before?.role) problems.push(`turns ${i - 1} and ${i} are both of the ${role}`)
    if (role === 'user' && calls.length > 0) problems.push(`the user calls ${calls} in turn ${i}`)
    const expected = (role === 'user' && before?.calls) || []
    if (String(results.toSorted()) !== String(expected.toSorted()))
      problems.push(`turn ${i} has the results [${results}] where [${expected}] were called`)
  })
  return problems
}
