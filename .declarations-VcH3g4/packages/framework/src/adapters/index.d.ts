export type { AdapterOptions, PlainResult } from './adapted-tool.ts';
export { type AiSdkSchema, type AiSdkTool, toAiSdkTool } from './ai-sdk.ts';
export type { AskedQuestion } from './asked.ts';
export { type LangChainOptions, type LangChainTool, toLangChainTool } from './langchain.ts';
export { type MastraOptions, type MastraToolOptions, toMastraTool } from './mastra.ts';
export { type OpenAiToolOptions, toOpenAiTool } from './openai-agents.ts';
