export const HELP = `Usage: npm create sweatpants [folder] [-- options]

Writes a project with one interactive tool, its test, a chat page and an MCP server.

  folder         where; asked for on a terminal, my-tool otherwise; one that is not empty is left as it is
  --yes, -y      asks nothing
  --help, --version
`
