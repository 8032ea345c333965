import { findBundled, findInstalled, findOptional, type Package } from './find-packages.ts'

const HEAD = `# Licences

What is installed with the published packages, and what an application may install beside them. All of it is under a permissive
licence, which [a test](../test/licences.test.ts) checks on every run, of what is installed then. \`npm run docs:licences\` writes this page.
`

/** The page of all licences. */
export const createLicenceList = (): string => `${HEAD}
## Installed

In bold what our packages ask for themselves; its version is exact. That of the others is what npm chose when the page was written.

${toTable(findInstalled())}

## Bundled

Compiled into the code that we publish, so that it is not installed. \`dist/NOTICES.txt\` of the package has the texts of these licences.

${toTable(findBundled())}

## Optional

Peers that an application installs for the part that needs them, in the versions that our tests use.

${toTable(findOptional())}
`

const toTable = (packages: readonly Package[]): string =>
  ['| package | version | licence |', '|---|---|---|', ...packages.map(toRow)].join('\n')

export const toRow = ({ name, version, licence, askedBy }: Package): string =>
  `| ${askedBy.length > 0 ? `**${name}**` : name} | ${version} | ${licence} |`
