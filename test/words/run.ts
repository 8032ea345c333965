import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Finding, findWords } from './find-words.ts'

// Reports words that hide who acts, by the list beside this file: none in errors, help, pages, docs and test titles, and
// in at most 1 % of comments.

const root = join(import.meta.dirname, '../..')
const files = globSync(['{packages,apps,examples,bench,test}/**/*.{ts,tsx,md}', 'docs/**/*.md', '*.md', 'llms.txt'], {
  cwd: root,
  // The list names the words that it refuses, and licences are quoted.
  exclude: ['**/node_modules', '**/dist', 'test/words', 'docs/licences.md', 'bench/peers'],
})

let comments = 0
const found: Finding[] = []
for (const file of files) {
  const findings = findWords(file, readFileSync(join(root, file), 'utf8'))
  comments += findings.comments
  found.push(...findings.found)
}

const inComments = found.filter(({ kind }) => kind === 'comment')
const others = found.filter(({ kind }) => kind !== 'comment')
const isFailed = others.length > 0 || inComments.length > comments / 100
const reported = process.argv.includes('--all') || inComments.length > comments / 100 ? found : others
for (const { file, line, found, reason } of reported) console.error(`${file}:${line} "${found}": ${reason}`)
console.log(`words: ${others.length} to rewrite, and ${inComments.length} in ${comments} comments`)
if (isFailed) process.exitCode = 1
