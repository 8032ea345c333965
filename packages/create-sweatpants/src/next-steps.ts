/** What to do with a project that was just written. */
export function nextSteps(folder: string): string {
  const enter = folder === '.' ? '' : `\n  cd ${/\s/.test(folder) ? `"${folder}"` : folder}`
  return `
Your project is in ${folder === '.' ? 'this folder' : folder}. Next:
${enter}
  npm install
  npm test             the tool, against a scripted person and model
  npm run dev          the chat page and the server, with changes as you make them
  npm start            the same, built, on one port; the tool over MCP at /mcp

Begin with src/tools/plan-dinner.ts. No key is needed; README.md tells how to add a real model.
`
}
