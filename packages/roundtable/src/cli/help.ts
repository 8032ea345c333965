import { describeEnvironment } from '@sweatpants/framework/cli'
import { MODES } from '../modes/index.ts'

const WIDTH = Math.max(...MODES.map(({ name }) => name.length))

const modes = MODES.map(({ name, summary }) => `    ${name.padEnd(WIDTH)}  ${summary}`).join('\n')

const QUESTION = `        --kind name              proposition, choice, estimate or open; default: by these options, or else a model decides
        --answers x,y            the possible answers, if the topic is a choice
        --proposition text       the sentence to be for or against; --yes and --no: the answers as people say them
        --unit name              the unit of the number, if the topic asks for an estimate; --quantity: what it measures
        --values                 the answer depends on values or taste, so no probability is given`

export const HELP = `Usage: ai-roundtable [command] [options]

  ai-roundtable [--stdio | --http [host:]port [--host address] [--allow-host name]…]
      Serves the roundtable over MCP: on stdin and stdout, or over HTTP.
        --http [host:]port       listens on this port
        --host address           the address to listen on (or HOST); default 127.0.0.1, which only this machine can reach
        --allow-host name        an extra hostname to accept; may be repeated

  ai-roundtable debate "<topic>" [options]
      Runs a debate in the terminal. Progress goes to stderr, the result to stdout.
        --mode name              how the panel debates; default collaborative
        --agents a,b             the models of the seats
        --substitutes a,b        models that take the place of seats that fail before they are heard
        --agent-count n          the number of seats if --agents is absent; default 4
        --rounds n               the number of rounds; default 3
${QUESTION}
        --perspectives x,y       the perspectives of an expert panel; "generate" lets a model suggest them
        --synthesizer id         the model that writes the answer at the end; "none": no answer is written
        --attach path            a text, Markdown, PDF or image file that every seat can read; may be repeated
        --web-search             lets seats search the web, if their provider can
        --exit-on-consensus      ends once another round would not change the result
        --budget-tokens n, --budget-usd n
                                 the most that the debate may spend; no call is made beyond it
        --price-per-million in,out
                                 US dollars for a million tokens, for models whose price is unknown
        --json, --markdown, --html
                                 prints the whole debate instead of a summary

  ai-roundtable continue <session> [--focus "<question>"] [--kind name …] [--json | --markdown | --html]
      Continues an interrupted debate, or adds a round on a question. The options of debate from --kind to --values correct how the
      question was read: earlier answers do not count for it, and each seat first answers it in private.

  ai-roundtable list [--status name] [--mode name] [--search text] [--limit n] [--json]
      Lists debates, the latest changed first. A status is running, needs_context, in_progress, blocked, paused or completed.

  ai-roundtable show [<session>] [--json | --markdown | --html]
      Shows a debate; without an id, the latest.

  ai-roundtable export [<session>] [--markdown | --json | --html] [--output file]
      Prints the whole debate, or writes it to a file. Only JSON can be imported again.

  ai-roundtable synthesize [<session>] [--json | --markdown | --html]
      Has a model write the answer up, unless it has, and shows the debate.

  ai-roundtable rename <session> "<title>"
      Changes what lists call a debate; the topic stays. An empty title removes it.

  ai-roundtable delete <session>
      Deletes a debate with its rounds. Recorded outcomes still count.

  ai-roundtable outcome <session> right|wrong [--note text]
      Records how the decision turned out. From then on the votes of its models count by it.

  All commands: --store location (or STORE), --model id (or MODEL: for seats without a model), --tools server (or ROUNDTABLE_TOOLS:
  the address or the command of an MCP server whose tools the seats can use; may be repeated), --help, --version

Modes
${modes}

Agents can request information. In a terminal, you are asked for it; press Enter if you do not know. Without a terminal, agents
are told that it is unavailable.
Debates are stored in a file in your data folder by default.
A model call fails after ROUNDTABLE_MODEL_TIMEOUT seconds (120), and has ROUNDTABLE_ANSWER_TOKENS tokens for its answer (8192).
${describeEnvironment()}
The exit code is 0 after success, 1 after a failure, 2 for a mistake in the command, 130 after an interruption.
`
