/** A span, as the nodes send it to the collector. */
export interface SentSpan {
  /** The id of the process. */
  node: number
  name: string
  traceId: string
  spanId: string
  parentId: string | undefined
  linkedIds: string[]
  attributes: Record<string, unknown>
}

/** Returns what is wrong with the trace of one expense that was paid. A node that was killed has not sent the spans that were open. */
export function checkTrace(spans: readonly SentSpan[], { isKilled }: { isKilled: boolean }): string[] {
  const runs = spans.filter(({ name }) => name === 'run expense')
  const first = runs.find(({ attributes }) => attributes['sweatpants.run.resumed'] === false)
  const later = runs.filter((run) => run !== first)
  // The id of the first span is in the journal, also if its process was killed before it ended.
  const firstId = first?.spanId ?? later[0]?.linkedIds[0]
  const of = (name: string) => spans.filter((span) => span.name === name)
  const known = new Set(runs.map(({ spanId }) => spanId))
  const ended = runs.filter((run) => run.attributes['sweatpants.run.state'] === 'completed')
  const effects = spans.filter(({ name }) => /^(step|elicit|signal) /.test(name))
  const facts: [string, boolean][] = [
    ['the run goes on several times', runs.length > 1],
    ['the run is for its user', runs.every((run) => run.attributes['enduser.id'] === 'carol')],
    [
      'all spans of the run have one run id',
      new Set(runs.map((run) => run.attributes['sweatpants.run.id'])).size === 1,
    ],
    ['each later span links to the first', later.every(({ linkedIds }) => linkedIds.includes(firstId ?? ''))],
    ['all spans are of one trace', new Set([...runs, ...effects].map(({ traceId }) => traceId)).size === 1],
    ['each effect is below a span of the run', isKilled || effects.every(({ parentId }) => known.has(parentId ?? ''))],
    ['the managers are asked', of('elicit approve').length > 0],
    ['they are reminded', of('step remind').length > 0],
    ['the transfer is attempted', of('step transfer').length > 0],
    // A signal that arrives before a node has taken over is there when it is waited for.
    ['the bank is waited for', isKilled || of('signal paid').length > 0],
    // A run whose end was not stored ends once more.
    ['one span ends the run', ended.length === 1 || (isKilled && ended.length === 2)],
  ]
  return facts.filter(([, holds]) => !holds).map(([fact]) => `it is not true of the trace that ${fact}`)
}
