/** A program that calls tools over MCP, and how to run it without a person and without the internet. */
export interface Host {
  /** How `docs/guides/hosts.md` marks its entry. */
  id: string
  package: string
  version: string
  command: string
  /** Arguments that give it a task, and end when it is done. */
  args(provider: string): string[]
  /** Variables that make it ask the provider on the loopback. */
  env(provider: string): Record<string, string>
  /** What it declares: whether it shows questions, and lends its model. */
  declares: readonly ('elicitation' | 'sampling')[]
  revision: string
  /** Files that it needs beside the entry of the guide: text, or what is added to the entry if it is the same file. */
  files?(provider: string): Record<string, string | object>
  /** A file of the home directory with the `pid` of a process that it leaves running. */
  leaves?: string
}

const TASK = 'Please add two numbers'

export const HOSTS: readonly Host[] = [
  {
    id: 'claude-code',
    package: '@anthropic-ai/claude-code',
    version: '2.1.325',
    command: 'claude',
    args: () => ['-p', TASK, '--allowedTools', 'mcp__standup__add', 'mcp__standup__hold', 'mcp__standup-http__standup'],
    env: (provider) => ({
      ANTHROPIC_BASE_URL: provider,
      ANTHROPIC_API_KEY: 'none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      // Otherwise the tools are behind a search.
      ENABLE_TOOL_SEARCH: 'false',
      // Otherwise it begins before the server is ready, on a busy machine.
      CLAUDE_CODE_MCP_STARTUP_WAIT_MS: '60000',
    }),
    declares: ['elicitation'],
    revision: '2026-07-28',
    // A person is asked to trust the servers of a repository.
    files: () => ({ '~/.claude/settings.json': { enableAllProjectMcpServers: true } }),
  },
  {
    id: 'copilot',
    package: '@github/copilot',
    version: '1.0.102',
    command: 'copilot',
    args: () => ['-p', TASK, '--allow-all-tools'],
    env: (provider) => ({
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_BASE_URL: `${provider}/v1`,
      COPILOT_MODEL: 'gpt-4.1',
    }),
    declares: ['elicitation', 'sampling'],
    revision: '2026-07-28',
  },
  {
    id: 'codex',
    package: '@openai/codex',
    version: '0.166.0',
    command: 'codex',
    args: (provider) => [
      'exec',
      '--skip-git-repo-check',
      '--dangerously-bypass-approvals-and-sandbox',
      ...['-c', 'model=scripted', '-c', 'model_provider=scripted'],
      // Otherwise it begins before the server is ready.
      ...['-c', 'mcp_servers.standup.required=true'],
      ...['-c', `model_providers.scripted={name="scripted",base_url="${provider}/v1",wire_api="responses"}`],
      TASK,
    ],
    env: () => ({}),
    declares: ['elicitation'],
    revision: '2025-06-18',
  },
  {
    id: 'gemini',
    package: '@google/gemini-cli',
    version: '0.61.0',
    command: 'gemini',
    args: () => ['-p', TASK, '--yolo', '-m', 'gemini-2.5-pro', '--skip-trust'],
    env: (provider) => ({ GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: provider }),
    declares: [],
    revision: '2025-06-18',
    files: () => ({ '~/.gemini/settings.json': { security: { auth: { selectedType: 'gemini-api-key' } } } }),
  },
  {
    id: 'qwen',
    package: '@qwen-code/qwen-code',
    version: '0.24.4',
    command: 'qwen',
    args: () => ['-p', TASK, '--yolo', '--auth-type', 'openai'],
    env: (provider) => ({
      OPENAI_API_KEY: 'none',
      OPENAI_BASE_URL: `${provider}/v1`,
      OPENAI_MODEL: 'scripted',
    }),
    declares: [],
    revision: '2025-11-25',
    files: () => ({ '~/.qwen/settings.json': { tools: { toolSearch: { enabled: false } } } }),
  },
  {
    id: 'opencode',
    package: 'opencode-ai',
    version: '1.18.33',
    command: 'opencode',
    args: () => ['run', TASK],
    env: () => ({}),
    declares: [],
    revision: '2025-11-25',
    files: (provider) => ({
      'opencode.json': {
        model: 'scripted/scripted',
        provider: {
          scripted: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${provider}/v1`, apiKey: 'none' },
            models: { scripted: { tool_call: true } },
          },
        },
      },
    }),
  },
  {
    id: 'cline',
    package: 'cline',
    version: '3.0.65',
    command: 'cline',
    args: () => ['-P', 'openai-compatible', '-m', 'scripted', TASK],
    env: () => ({}),
    leaves: '.cline/data/locks/hub/production.json',
    declares: [],
    revision: '2024-11-05',
    files: (provider) => ({
      '~/.cline/data/settings/providers.json': {
        version: 1,
        lastUsedProvider: 'openai-compatible',
        providers: {
          'openai-compatible': {
            settings: { provider: 'openai-compatible', apiKey: 'none', model: 'scripted', baseUrl: `${provider}/v1` },
            updatedAt: '2026-11-15T00:00:00.000Z',
            tokenSource: 'manual',
          },
        },
      },
    }),
  },
  {
    id: 'continue',
    package: '@continuedev/cli',
    version: '1.5.47',
    command: 'cn',
    args: () => ['--config', 'config.yaml', '-p', TASK, '--auto'],
    env: () => ({}),
    declares: [],
    revision: '2025-11-25',
    files: (provider) => ({
      'config.yaml': [
        'models:',
        '  - name: scripted',
        '    provider: openai',
        '    model: scripted',
        `    apiBase: ${provider}/v1`,
        '    apiKey: none',
        '    capabilities: [tool_use]',
        '',
      ].join('\n'),
    }),
  },
]
