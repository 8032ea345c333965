import type { Said, Transcript } from './transcript.ts'

export function toMarkdown({ title, messages }: Transcript): string {
  return [`# ${title}`, ...messages.map(toPart)].join('\n\n').concat('\n')
}

const toPart = ({ role, model, text, attachments, calls }: Said): string =>
  [
    role === 'user' ? '## You' : `## ${model ?? 'Assistant'}`,
    ...attachments.map((name) => `*Attached: ${name}*`),
    ...(text === '' ? [] : [text]),
    ...calls.flatMap(({ tool, arguments: given, result, error }) => [
      `**Tool \`${tool}\`**`,
      toFenced(given),
      ...(result === undefined ? [] : [toFenced(result)]),
      ...(error === undefined ? [] : [`*Failed: ${error}*`]),
    ]),
  ].join('\n\n')

/** A fence is longer than any run of backticks inside it. */
function toFenced(value: unknown): string {
  const json = JSON.stringify(value, null, 2)
  const longest = Math.max(2, ...[...json.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}json\n${json}\n${fence}`
}
