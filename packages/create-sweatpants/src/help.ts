import { listVariants } from './variants.ts'

export const HELP = `Usage: npm create sweatpants [folder] [-- options]

Writes a project with one interactive tool and its test.

  folder           where; asked for on a terminal, my-tool otherwise; one that is not empty is left as it is
  --variant name   what else it has; asked for on a terminal, chat otherwise:
${listVariants('                     ')}
  --yes, -y        asks nothing
  --help, --version
`
