import { MODES } from '../modes/index.ts'

const WIDTH = Math.max(...MODES.map(({ name }) => name.length))

const modes = MODES.map(({ name, summary }) => `    ${name.padEnd(WIDTH)}  ${summary}`).join('\n')

export const HELP = `Usage: ai-roundtable [command] [options]

  ai-roundtable [--stdio | --http port [--host address] [--allow-host name]…]
      Serves the roundtable over MCP: on stdin and stdout, unless --http says otherwise.
        --host         where to listen (or HOST); the loopback when absent
        --allow-host   a name that the server may be asked for by, beside the loopback's and its own

  ai-roundtable debate "<topic>" [options]
      Debates here. Progress goes to stderr, the result to stdout.
        --mode name              how to debate; default collaborative
        --agents a,b             the models of the seats: anthropic, openai/gpt-6.1-sol, ollama, demo…
        --agent-count n          how many seats, where none are named; default 4
        --rounds n               default 3
        --answers x,y            what may be answered, where the topic is a choice
        --perspectives x,y       what the seats of an expert panel look from; "generate" has a model think of them
        --exit-on-consensus      ends once another round would change nothing
        --budget-tokens n, --budget-usd n
                                 what may be spent; no call is made beyond it
        --json, --markdown       prints the whole debate instead of a summary

  ai-roundtable continue <session> [--focus "<question>"] [--json | --markdown]
      Goes on with a debate that was interrupted, or has one more round about a question.

  Everywhere: --store place (or STORE), --model id (or MODEL: for seats that nobody chose), --help, --version

Modes
${modes}

Agents may ask for what they need to know. In a terminal you are asked; leave it empty when you cannot say. Where nobody can
be asked, they are told so.
Debates are kept in a file of your data folder, or where STORE says: a file, or postgres://…
Models need the key of their provider: ANTHROPIC_API_KEY, OPENAI_API_KEY, GOOGLE_API_KEY, PERPLEXITY_API_KEY. Without any the
demo model debates, which follows rules and understands little. A .env file is read.
Exit code 0 when it is done, 1 when it failed, 2 for a mistake in the command, 130 when it was interrupted.
`
